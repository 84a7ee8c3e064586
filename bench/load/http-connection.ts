import { connect, type Socket } from 'node:net';

/**
 * A minimal keep-alive HTTP client, so that the load generator leaves the processor to the server. Reads only
 * replies with a content-length, which all of these have.
 */
export class HttpConnection {
  readonly #socket: Socket;
  readonly #host: string;
  #received: Buffer = Buffer.alloc(0);
  #answered: ((body: string) => void) | undefined;
  #failed: (error: Error) => void = () => undefined;

  constructor(port: number) {
    this.#host = `localhost:${port}`;
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.on('data', (chunk: Buffer) => this.#take(chunk));
    this.#socket.on('error', (error) => this.#failed(error));
    this.#socket.on('close', () => this.#failed(new Error('the server closed a connection')));
  }

  /** Resolves with the body of a 200; rejects for any other status. */
  post(path: string, token: string, body: string): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#answered = resolve;
      this.#failed = reject;
      this.#socket.write(
        `POST ${path} HTTP/1.1\r\nhost: ${this.#host}\r\norigin: http://${this.#host}\r\ncookie: framme=${token}\r\n` +
          `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const end = this.#received.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = this.#received.toString('latin1', 0, end);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
    if (this.#received.length < end + 4 + length) return;
    const body = this.#received.toString('utf8', end + 4, end + 4 + length);
    this.#received = this.#received.subarray(end + 4 + length);
    if (head.startsWith('HTTP/1.1 200')) this.#answered?.(body);
    else this.#failed(new Error(`${head.split('\r\n', 1)[0]}: ${body}`));
  }
}
