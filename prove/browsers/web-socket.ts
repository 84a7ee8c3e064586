import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const [TEXT, CLOSE, PING, PONG] = [1, 8, 9, 10];

/** A server's side of a WebSocket (RFC 6455) with unbroken text messages of up to 64 KB, such as those of a browser's push client. */
export class WebSocketSide {
  readonly #socket: Duplex;
  #read = Buffer.alloc(0);
  onText: (text: string) => void = () => undefined;

  constructor({ headers }: IncomingMessage, socket: Duplex) {
    const accept = createHash('sha1').update(`${headers['sec-websocket-key']}${GUID}`).digest('base64');
    const protocol = headers['sec-websocket-protocol'];
    const lines = [
      'HTTP/1.1 101 Switching Protocols',
      'Upgrade: websocket',
      'Connection: Upgrade',
      `Sec-WebSocket-Accept: ${accept}`,
      ...(protocol === undefined ? [] : [`Sec-WebSocket-Protocol: ${protocol}`]),
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    this.#socket = socket;
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => {
      this.#read = Buffer.concat([this.#read, chunk]);
      while (this.#takeFrame());
    });
  }

  send(text: string): void {
    this.#write(TEXT, Buffer.from(text));
  }

  #write(opcode: number, payload: Buffer): void {
    const [{ length }, head] = [payload, Buffer.alloc(payload.length < 126 ? 2 : 4)];
    head[0] = 0x80 | opcode;
    head[1] = Math.min(length, 126);
    if (length >= 126) head.writeUInt16BE(length, 2);
    if (this.#socket.writable) this.#socket.write(Buffer.concat([head, payload]));
  }

  /** Reads a frame; false until one has come whole. A client's are masked. */
  #takeFrame(): boolean {
    const [{ length: there }, [first = 0, second = 0]] = [this.#read, this.#read];
    const isLong = (second & 0x7f) === 126;
    const start = isLong ? 8 : 6;
    if (there < start) return false;
    const length = isLong ? this.#read.readUInt16BE(2) : second & 0x7f;
    if (there < start + length) return false;
    const mask = this.#read.subarray(start - 4, start);
    const payload = this.#read.subarray(start, start + length).map((byte, at) => byte ^ (mask[at % 4] ?? 0));
    this.#read = this.#read.subarray(start + length);
    const opcode = first & 0x0f;
    if (opcode === TEXT) this.onText(Buffer.from(payload).toString());
    if (opcode === PING) this.#write(PONG, Buffer.from(payload));
    if (opcode === CLOSE) this.#socket.end();
    return true;
  }
}
