// Questions to the server. An answer that is no success is an Error with the server's own sentence.

// 202 means that it is being made.
export const LATER = 202;

export class Refused extends Error {
  constructor(sentence, status) {
    super(sentence);
    this.status = status;
  }
}

export async function ask(path, signal) {
  const response = await fetch(path, { signal });
  if (response.status !== 200) throw await refusal(response);
  return response.json();
}

export async function picture(path, signal) {
  const response = await fetch(path, { signal });
  if (response.status !== 200) throw await refusal(response);
  const bitmap = await createImageBitmap(await response.blob());
  return { bitmap, same: response.headers.get("x-wayproof-same") };
}

async function refusal(response) {
  let sentence = `the server answered ${response.status}`;
  try {
    sentence = (await response.json()).error ?? sentence;
  } catch {
    // no sentence in it: the number has to do
  }
  return new Refused(sentence, response.status);
}

export const runPath = (run) => `/api/runs/${encodeURIComponent(run)}`;
export const episodePath = (run, episode) => `${runPath(run)}/episodes/${encodeURIComponent(episode)}`;
