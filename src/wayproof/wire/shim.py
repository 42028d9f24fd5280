"""Put an agent on Wayproof's wire with this one file: plain Python from 3.6 on, and NumPy.

Copy it into your agent's environment, which needs nothing else of Wayproof:

    import shim
    class MyAgent:
        card = {"name": "mine", "sensors": ["rgb", "point_goal"]}

        def start(self, brief, seed):       # a dict with the task, the instruction, the body's numbers
            self.turn_rad = brief["turn_rad"]   # and "system_prompt", if the card has one: use the brief's
        def act(self, observation):         # a dict: step, goal, instruction, readings (arrays by name)
            distance, angle = observation["readings"]["point_goal"]
            return "stop" if distance < 0.2 else "forward"   # or a dict with name, velocity, waypoint, text

    shim.serve(MyAgent, port=8400)

Then: wayproof run SUITE --agent ws://127.0.0.1:8400
"""

import base64
import hashlib
import hmac
import queue
import socket
import struct
import threading
import time
import traceback
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, Callable, Dict, List, Tuple

import numpy as np

VERSION, LARGEST_MESSAGE, MOST_CONNECTIONS = 1, 64 << 20, 64
OPEN_S, IDLE_S, BATCH_WAIT_S, RECENT_S = 10.0, 600.0, 0.005, 1.0
_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
Make = Callable[[], Any]


class Batcher:
    """Asks all agents that wait at the same time at once: act_many(agents, observations) gives their actions.

    A batch waits at most `wait_s` for the other sessions of the last second; a session alone never waits.
    """

    def __init__(self, wait_s: float = BATCH_WAIT_S) -> None:
        self._wait_s = wait_s
        self._asked: "queue.Queue[Any]" = queue.Queue()
        threading.Thread(target=self._run, daemon=True).start()

    def act(self, agent: Any, observation: Any) -> Any:
        """The agent's action; an error in a batch is raised in all its sessions."""
        answer: "Future[Any]" = Future()
        self._asked.put((agent, observation, answer))
        return answer.result()

    def _run(self) -> None:
        answered_s: Dict[int, float] = {}
        while True:
            batch = [self._asked.get()]
            until_s = time.monotonic() + self._wait_s
            answered_s = {key: at for key, at in answered_s.items() if until_s - at < RECENT_S + self._wait_s}
            while len(batch) < len(answered_s):
                try:
                    batch.append(self._asked.get(timeout=max(until_s - time.monotonic(), 0.0)))
                except queue.Empty:
                    break
            agents = [agent for agent, _, _ in batch]
            try:
                actions = list(agents[0].act_many(agents, [observation for _, observation, _ in batch]))
                if len(actions) != len(agents):
                    raise ValueError("act_many gave %d actions for %d agents" % (len(actions), len(agents)))
                for number, action in enumerate(actions):
                    batch[number][2].set_result(action)
            except Exception as error:
                for _, _, answer in batch:
                    answer.set_exception(error)
            answered_s.update({id(agent): time.monotonic() for agent in agents})


def serve(
    make: Make, port: int = 8400, host: str = "127.0.0.1", token: str = "", wait_s: float = BATCH_WAIT_S
) -> None:
    """Serve until the process ends; each connection gets an agent of its own from `make()`."""
    bytearray(24 << 20)  # once freed, the C library keeps memory for the next image: saves 1 ms a step
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
    listener.bind((host, port))
    listener.listen(16)
    print("agent at ws://%s:%d" % (host, listener.getsockname()[1]), flush=True)
    batcher, slots = Batcher(wait_s), threading.BoundedSemaphore(MOST_CONNECTIONS)
    while True:
        line, _ = listener.accept()
        slots.acquire()
        threading.Thread(target=_connection, args=(line, make, token, batcher, slots), daemon=True).start()


def _connection(line: socket.socket, make: Make, token: str, batcher: Batcher, slots: Any) -> None:
    try:
        with line, suppress(OSError):  # a client that left or broke the rules gets no answer
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if _handshake(line, token):
                line.settimeout(IDLE_S)
                _talk(line, make(), batcher)
    finally:
        slots.release()


def _talk(line: socket.socket, agent: Any, batcher: Batcher) -> None:
    offers = [name for name in ("trace", "override", "save", "restore", "act_many") if hasattr(agent, name)]
    _send(line, pack({"wayproof": VERSION, "card": dict(agent.card), "offers": offers}))
    while True:
        data, code = _receive(line), 2
        try:
            data = pack(_answer(agent, unpack(data), batcher))
        except Exception:
            data, code = traceback.format_exc().encode(), 1
        _send(line, data, code)


def _answer(agent: Any, message: Dict[str, Any], batcher: Batcher) -> Dict[str, Any]:
    kind = message.get("wayproof")
    answer: Dict[str, Any] = {"seq": message.get("seq", 0)}
    if kind == "act":
        action = batcher.act(agent, message) if hasattr(agent, "act_many") else agent.act(message)
        return {"action": {"name": action} if isinstance(action, str) else dict(action), **answer}
    if kind in ("trace", "save") and hasattr(agent, kind):
        return {"trace" if kind == "trace" else "state": dict(getattr(agent, kind)()), **answer}
    if kind == "start":
        agent.start(message["brief"], message.get("seed", 0))
    elif kind in ("override", "restore") and hasattr(agent, kind):
        names = ("capability", "value") if kind == "override" else ("state",)
        getattr(agent, kind)(*[message.get(name) for name in names])
    elif kind != "end":
        raise ValueError("unknown message %r" % (kind,))
    return {"ok": True, **answer}


# The WebSocket, as far as it is needed (RFC 6455): binary and text frames, fragments, ping, close.


def _handshake(line: socket.socket, token: str) -> bool:
    head, until_s = b"", time.monotonic() + OPEN_S
    while b"\r\n\r\n" not in head:
        line.settimeout(max(until_s - time.monotonic(), 0.001))  # even if it comes byte by byte
        chunk = line.recv(4096)
        if not chunk or len(head) > 16384:
            raise ConnectionError("gone")
        head += chunk
    lines = head.split(b"\r\n\r\n")[0].decode("latin-1").split("\r\n")
    fields = {name.strip().lower(): value.strip() for name, _, value in (x.partition(":") for x in lines[1:])}
    if lines[0].split(" ")[1:2] == ["/healthz"]:
        return _refuse(line, "200 OK", "OK\n")
    scheme, _, secret = fields.get("authorization", "").partition(" ")
    known = scheme in ("Bearer", "Api-Key") and hmac.compare_digest(secret.encode(), token.encode())
    if not known if token else "origin" in fields:  # which only browsers send
        return _refuse(line, "401 Unauthorized", "wrong or missing token\n")
    if "sec-websocket-key" not in fields:
        return _refuse(line, "400 Bad Request", "a WebSocket is expected here\n")
    accept = base64.b64encode(hashlib.sha1(fields["sec-websocket-key"].encode() + _GUID).digest()).decode()
    answer = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    line.sendall((answer + "Sec-WebSocket-Accept: %s\r\n\r\n" % accept).encode())
    return True


def _refuse(line: socket.socket, status: str, text: str) -> bool:
    head = "HTTP/1.1 %s\r\nContent-Type: text/plain\r\nContent-Length: %d\r\nConnection: close\r\n\r\n"
    line.sendall((head % (status, len(text)) + text).encode())
    return False


def _send(line: socket.socket, data: bytes, code: int = 2) -> None:
    size, form = len(data), "!BB" if len(data) < 126 else "!BBH" if len(data) < 65536 else "!BBQ"
    lengths = [size] if size < 126 else [126 if size < 65536 else 127, size]
    line.sendall(struct.pack(form, 0x80 | code, *lengths) + data)


def _receive(line: socket.socket) -> bytes:
    """The next whole message; pings are answered on the way."""
    parts: List[bytes] = []
    while True:
        last, code, data = _frame(line)
        if code == 8:
            _send(line, data[:2], code=8)
            raise ConnectionError("gone")
        if code == 9:
            _send(line, data, code=10)
        elif code in (0, 1, 2):
            parts.append(data)
            if sum(map(len, parts)) > LARGEST_MESSAGE:
                raise ConnectionError("gone")
            if last:
                return b"".join(parts)


def _frame(line: socket.socket) -> Tuple[bool, int, bytes]:
    first, second = _exactly(line, 2)
    size = second & 0x7F
    if size > 125:
        size = int.from_bytes(_exactly(line, 2 if size == 126 else 8), "big")
    if not second & 0x80 or size > LARGEST_MESSAGE:
        raise ConnectionError("gone")
    mask = np.frombuffer(_exactly(line, 4), np.uint32)
    data = np.frombuffer(_exactly(line, size) + bytes(-size % 4), np.uint32)
    return bool(first & 0x80), first & 0x0F, (data ^ mask).tobytes()[:size]


def _exactly(line: socket.socket, size: int) -> bytes:
    data, at = bytearray(size), 0
    while at < size:
        count = line.recv_into(memoryview(data)[at:])
        if not count:
            raise ConnectionError("gone")
        at += count
    return bytes(data)


# MessagePack, as far as it is needed; arrays in openpi's encoding.


def pack(value: Any) -> bytes:
    """Plain values and arrays as MessagePack."""
    if isinstance(value, np.ndarray):
        form = {b"dtype": value.dtype.str, b"shape": list(value.shape)}
        return pack({b"__ndarray__": True, b"data": value.tobytes(), **form})
    if isinstance(value, np.generic):
        value = value.item()
    if value is None or isinstance(value, bool):
        return {None: b"\xc0", False: b"\xc2", True: b"\xc3"}[value]
    if isinstance(value, int):
        return struct.pack("!Bq", 0xD3, value) if value < 1 << 63 else struct.pack("!BQ", 0xCF, value)
    if isinstance(value, float):
        return struct.pack("!Bd", 0xCB, value)
    if isinstance(value, (str, bytes)):
        data = value.encode() if isinstance(value, str) else value
        return struct.pack("!BI", 0xDB if isinstance(value, str) else 0xC6, len(data)) + data
    if isinstance(value, (list, tuple)):
        return struct.pack("!BI", 0xDD, len(value)) + b"".join(pack(one) for one in value)
    if isinstance(value, dict):
        pairs = b"".join(pack(key) + pack(one) for key, one in value.items())
        return struct.pack("!BI", 0xDF, len(value)) + pairs
    raise TypeError("a %s cannot be sent" % type(value).__name__)


def unpack(data: bytes) -> Any:
    """MessagePack as plain values and arrays."""
    value, end = _value(data, 0, 0)
    if end != len(data):
        raise ValueError("bytes after the message")
    return value


_NUMBERS = {0xCA: "!f", 0xCB: "!d", 0xCC: "!B", 0xCD: "!H", 0xCE: "!I", 0xCF: "!Q"}
_NUMBERS.update({0xD0: "!b", 0xD1: "!h", 0xD2: "!i", 0xD3: "!q"})
_SIZES = {0xC4: "!B", 0xC5: "!H", 0xC6: "!I", 0xD9: "!B", 0xDA: "!H", 0xDB: "!I"}
_COUNTS = {0xDC: "!H", 0xDD: "!I", 0xDE: "!H", 0xDF: "!I"}


def _value(data: bytes, at: int, depth: int) -> Tuple[Any, int]:
    if depth > 16 or at >= len(data):
        raise ValueError("a message that ends early or is nested too deep")
    code, at = data[at], at + 1
    if code < 0x80 or code >= 0xE0:
        return (code if code < 0x80 else code - 256), at
    if code in (0xC0, 0xC2, 0xC3):
        return {0xC0: None, 0xC2: False, 0xC3: True}[code], at
    if code in _NUMBERS:
        return _number(data, at, _NUMBERS[code])
    if code in _SIZES or 0xA0 <= code < 0xC0:
        size, at = _number(data, at, _SIZES[code]) if code in _SIZES else (code & 0x1F, at)
        if at + size > len(data):
            raise ValueError("a message that ends early")
        piece = data[at : at + size]
        return (piece if 0xC4 <= code <= 0xC6 else piece.decode()), at + size
    if code in _COUNTS or code < 0xA0:
        count, at = _number(data, at, _COUNTS[code]) if code in _COUNTS else (code & 0x0F, at)
        is_map = code in (0xDE, 0xDF) or code < 0x90
        items: List[Any] = []
        for _ in range(2 * count if is_map else count):
            item, at = _value(data, at, depth + 1)
            items.append(item)
        pairs = range(0, len(items) - 1, 2)
        return (_rich({items[one]: items[one + 1] for one in pairs}) if is_map else items), at
    raise ValueError("unknown MessagePack code %#x" % code)


def _number(data: bytes, at: int, form: str) -> Tuple[Any, int]:
    return struct.unpack_from(form, data, at)[0], at + struct.calcsize(form)


def _rich(found: Dict[Any, Any]) -> Any:
    """A map, or the array or number that it stands for."""
    if b"__ndarray__" in found:
        dtype = np.dtype(found[b"dtype"])
        if dtype.kind not in "biufSU":
            raise ValueError("arrays of type %s do not travel" % dtype)
        return np.frombuffer(found[b"data"], dtype).reshape(found[b"shape"])
    return found[b"data"] if b"__npgeneric__" in found else found
