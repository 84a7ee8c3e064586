import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A browser's side of Web Push: its keys, and the opening of what is encrypted for them, written from RFC 8188 and RFC 8291. */
export class PushBrowser {
  readonly #pair: ECDH = createECDH('prime256v1');
  readonly #secret: Buffer;

  constructor({ privateKey, secret = randomBytes(16) }: { privateKey?: Buffer; secret?: Buffer } = {}) {
    if (privateKey) this.#pair.setPrivateKey(privateKey);
    else this.#pair.generateKeys();
    this.#secret = secret;
  }

  get keys(): { p256dh: string; auth: string } {
    return { p256dh: this.#pair.getPublicKey('base64url'), auth: this.#secret.toString('base64url') };
  }

  /** Opens a body of one record. Throws if it is not for this browser. */
  open(body: Buffer): { text: string; padded: number } {
    const [salt, size, idLength] = [body.subarray(0, 16), body.readUInt32BE(16), body[20] ?? 0];
    const sender = body.subarray(21, 21 + idLength);
    const record = body.subarray(21 + idLength);
    if (record.length > size) throw new Error('the body has more than one record');
    const expand = (from: Uint8Array, by: Uint8Array, info: Uint8Array, length: number) =>
      new Uint8Array(hkdfSync('sha256', from, by, info, length));
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#pair.getPublicKey(), sender]);
    const keying = expand(this.#pair.computeSecret(sender), this.#secret, info, 32);
    const key = expand(keying, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = expand(keying, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
    const cipher = createDecipheriv('aes-128-gcm', key, nonce);
    cipher.setAuthTag(record.subarray(-16));
    const plain = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
    const end = plain.findLastIndex((byte) => byte !== 0);
    if (plain[end] !== 2) throw new Error('the last record does not end as it must');
    return { text: plain.subarray(0, end).toString(), padded: plain.length };
  }
}

/** A message that a push service got. */
export interface PushRequest {
  path: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** The reply to a request: a status with headers; undefined leaves it without one. */
export type PushReply = (
  request: PushRequest,
) => { status: number; headers?: Record<string, string> } | undefined;

/** A push service of this machine, which keeps what it gets. `reply` may be replaced at any time. */
export async function openPushService(reply: PushReply = () => ({ status: 201 })) {
  const service = { origin: '', reply, got: [] as PushRequest[], connections: 0 };
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const got = { path: request.url ?? '', headers: request.headers, body: await buffer(request) };
    service.got.push(got);
    const answer = service.reply(got);
    if (answer) response.writeHead(answer.status, answer.headers).end('never read');
  });
  server.on('connection', () => (service.connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  service.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return Object.assign(service, { close });
}
