"""Put an agent on Wayproof's wire with this one file: plain Python from 3.6 on, and NumPy.

Copy it into your agent's environment, which needs nothing else of Wayproof:

    import numpy as np
    import shim

    class MyAgent:
        card = {"name": "mine", "sensors": ["rgb", "point_goal"]}

        def start(self, brief, seed):       # a dict with the task, the instruction, the body's numbers
            self.turn_rad = brief["turn_rad"]

        def act(self, observation):         # a dict: step, goal, instruction, readings (arrays by name)
            distance, angle = observation["readings"]["point_goal"]
            return "stop" if distance < 0.2 else "forward"   # or a dict with name, velocity, waypoint, text

    shim.serve(MyAgent, port=8400)

Then: wayproof run SUITE --agent ws://127.0.0.1:8400
"""

import base64
import hashlib
import socket
import struct
import threading
import traceback
from typing import Any, Callable, Dict, List, Optional, Tuple

import numpy as np

VERSION = 1
LARGEST_MESSAGE = 64 << 20
IDLE_S = 600.0
_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


class _Gone(Exception):
    """The other side has closed the line or broken the rules."""


def serve(
    make: Callable[[], Any], port: int = 8400, host: str = "127.0.0.1", token: Optional[str] = None
) -> None:
    """Answer connections until the process ends; each gets an agent of its own from `make()`."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind((host, port))
    listener.listen(16)
    print("agent at ws://%s:%d" % (host, listener.getsockname()[1]), flush=True)
    while True:
        line, _ = listener.accept()
        threading.Thread(target=_connection, args=(line, make, token), daemon=True).start()


def _connection(line: socket.socket, make: Callable[[], Any], token: Optional[str]) -> None:
    try:
        line.settimeout(IDLE_S)
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if _handshake(line, token):
            _talk(line, make())
    except (_Gone, OSError):
        pass  # nothing is left to be said
    finally:
        line.close()


def _talk(line: socket.socket, agent: Any) -> None:
    card = dict(agent.card)
    offers = [name for name in ("trace", "override") if hasattr(agent, name)]
    _send(line, pack({"wayproof": VERSION, "card": card, "offers": offers}))
    while True:
        message = unpack(_receive(line))
        try:
            answer = _answer(agent, message)
        except Exception:
            _send(line, traceback.format_exc().encode(), text=True)
            continue
        _send(line, pack(answer))


def _answer(agent: Any, message: Dict[str, Any]) -> Dict[str, Any]:
    kind = message.get("wayproof")
    answer: Dict[str, Any] = {"seq": message.get("seq", 0)}
    if kind == "start":
        agent.start(message["brief"], message.get("seed", 0))
        answer["ok"] = True
    elif kind == "act":
        action = agent.act(message)
        answer["action"] = {"name": action} if isinstance(action, str) else dict(action)
        if hasattr(agent, "trace"):
            answer["trace"] = agent.trace()
    elif kind == "override" and hasattr(agent, "override"):
        agent.override(message.get("capability"), message.get("value"))
        answer["ok"] = True
    elif kind == "end":
        answer["ok"] = True
    else:
        raise ValueError("unknown message %r" % (kind,))
    return answer


# The WebSocket, as far as it is needed (RFC 6455): binary and text frames, fragments, ping, close.


def _handshake(line: socket.socket, token: Optional[str]) -> bool:
    head = b""
    while b"\r\n\r\n" not in head:
        chunk = line.recv(4096)
        if not chunk or len(head) > 16384:
            raise _Gone()
        head += chunk
    lines = head.split(b"\r\n\r\n")[0].decode("latin-1").split("\r\n")
    pairs = [one.partition(":") for one in lines[1:]]
    fields = {name.strip().lower(): value.strip() for name, _, value in pairs}
    if lines[0].split(" ")[1:2] == ["/healthz"]:
        return _refuse(line, "200 OK", "OK\n")
    if token is not None and fields.get("authorization") != "Bearer " + token:
        return _refuse(line, "401 Unauthorized", "wrong or missing token\n")
    if "sec-websocket-key" not in fields:
        return _refuse(line, "400 Bad Request", "a WebSocket is expected here\n")
    digest = hashlib.sha1(fields["sec-websocket-key"].encode() + _GUID).digest()
    accept = base64.b64encode(digest).decode()
    answer = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    line.sendall((answer + "Sec-WebSocket-Accept: %s\r\n\r\n" % accept).encode())
    return True


def _refuse(line: socket.socket, status: str, text: str) -> bool:
    head = "HTTP/1.1 %s\r\nContent-Type: text/plain\r\nContent-Length: %d\r\nConnection: close\r\n\r\n"
    line.sendall((head % (status, len(text)) + text).encode())
    return False


def _send(line: socket.socket, data: bytes, text: bool = False, code: int = 0) -> None:
    first, size = 0x80 | (code or (1 if text else 2)), len(data)
    if size < 126:
        head = struct.pack("!BB", first, size)
    elif size < 65536:
        head = struct.pack("!BBH", first, 126, size)
    else:
        head = struct.pack("!BBQ", first, 127, size)
    line.sendall(head + data)


def _receive(line: socket.socket) -> bytes:
    """The next whole message; pings are answered on the way."""
    parts: List[bytes] = []
    while True:
        last, code, data = _frame(line)
        if code == 8:
            _send(line, data[:2], code=8)
            raise _Gone()
        if code == 9:
            _send(line, data, code=10)
        elif code in (0, 1, 2):
            parts.append(data)
            if sum(map(len, parts)) > LARGEST_MESSAGE:
                raise _Gone()
            if last:
                return b"".join(parts)


def _frame(line: socket.socket) -> Tuple[bool, int, bytes]:
    first, second = _exactly(line, 2)
    size = second & 0x7F
    if size == 126:
        size = struct.unpack("!H", _exactly(line, 2))[0]
    elif size == 127:
        size = struct.unpack("!Q", _exactly(line, 8))[0]
    if not second & 0x80 or size > LARGEST_MESSAGE:
        raise _Gone()
    mask = np.frombuffer(_exactly(line, 4), np.uint8)
    data = np.frombuffer(_exactly(line, size), np.uint8)
    clear = data ^ np.resize(mask, size)
    return bool(first & 0x80), first & 0x0F, clear.tobytes()


def _exactly(line: socket.socket, size: int) -> bytes:
    parts: List[bytes] = []
    left = size
    while left:
        chunk = line.recv(min(left, 1 << 20))
        if not chunk:
            raise _Gone()
        parts.append(chunk)
        left -= len(chunk)
    return b"".join(parts)


# MessagePack, as far as it is needed; arrays in openpi's encoding.


def pack(value: Any) -> bytes:
    """Plain values and arrays as MessagePack."""
    if isinstance(value, np.ndarray):
        form = {b"dtype": value.dtype.str, b"shape": list(value.shape)}
        return pack({b"__ndarray__": True, b"data": value.tobytes(), **form})
    if isinstance(value, np.generic):
        value = value.item()
    if value is None:
        return b"\xc0"
    if isinstance(value, bool):
        return b"\xc3" if value else b"\xc2"
    if isinstance(value, int):
        return struct.pack("!Bq", 0xD3, value) if value < 1 << 63 else struct.pack("!BQ", 0xCF, value)
    if isinstance(value, float):
        return struct.pack("!Bd", 0xCB, value)
    if isinstance(value, str):
        return struct.pack("!BI", 0xDB, len(value.encode())) + value.encode()
    if isinstance(value, bytes):
        return struct.pack("!BI", 0xC6, len(value)) + value
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
        if code in (0xDE, 0xDF) or code < 0x90:
            return _map(data, at, count, depth)
        items = []
        for _ in range(count):
            item, at = _value(data, at, depth + 1)
            items.append(item)
        return items, at
    raise ValueError("unknown MessagePack code %#x" % code)


def _number(data: bytes, at: int, form: str) -> Tuple[Any, int]:
    size = struct.calcsize(form)
    if at + size > len(data):
        raise ValueError("a message that ends early")
    return struct.unpack_from(form, data, at)[0], at + size


def _map(data: bytes, at: int, count: int, depth: int) -> Tuple[Any, int]:
    found: Dict[Any, Any] = {}
    for _ in range(count):
        key, at = _value(data, at, depth + 1)
        found[key], at = _value(data, at, depth + 1)
    if b"__ndarray__" in found:
        dtype = np.dtype(found[b"dtype"])
        if dtype.kind not in "biufSU":
            raise ValueError("arrays of type %s do not travel" % dtype)
        return np.frombuffer(found[b"data"], dtype).reshape(found[b"shape"]), at
    if b"__npgeneric__" in found:
        return found[b"data"], at
    return found, at
