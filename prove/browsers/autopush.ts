import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { WebSocketSide } from './web-socket.ts';

interface Subscription {
  browser: string;
  /** The only server that may send, by its public key. */
  key: string;
  kept: Message[];
}

interface Message {
  version: string;
  topic: string | undefined;
  encoding: string;
  data: string;
}

/** A browser's message; other fields and kinds are passed over. */
interface Said {
  messageType?: 'hello' | 'register' | 'unregister' | 'ack';
  uaid?: string;
  channelID?: string;
  key?: string;
  updates?: { channelID: string; version: string }[];
}

/** A push service of this machine: servers hand it messages (RFC 8030), Firefox gets them in the protocol of Mozilla's autopush. */
export class Autopush {
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #connected = new Map<string, WebSocketSide>();
  readonly #server = createServer(async (request, reply) => {
    const status = this.#take(request, await buffer(request));
    reply.writeHead(status, status === 201 ? { location: this.origin + request.url } : {}).end();
  });
  /** The number of messages that were taken from servers. */
  taken = 0;

  async open(): Promise<this> {
    this.#server.on('upgrade', (request, socket) => {
      const side = new WebSocketSide(request, socket);
      let browser = '';
      side.onText = (text) => {
        const said = JSON.parse(text) as Said;
        if (said.messageType === 'hello') browser = this.#greet(side, said);
        else this.#answer(side, browser, said);
      };
      socket.on('close', () => this.#connected.get(browser) === side && this.#connected.delete(browser));
    });
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Takes the messages of servers. */
  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Takes the connections of browsers. */
  get socketUrl(): string {
    return `${this.origin.replace('http', 'ws')}/`;
  }

  /** The endpoints of the subscriptions that no browser has ended. */
  get endpoints(): string[] {
    return [...this.#subscriptions.keys()].map((id) => `${this.origin}/${id}`);
  }

  /** The number of messages that no browser has said it got. */
  get kept(): number {
    return this.#subscriptions.values().reduce((all, { kept }) => all + kept.length, 0);
  }

  /** Keeps a message of a server, in place of one of its topic. Returns the status of the reply. */
  #take({ method, url = '', headers }: IncomingMessage, body: Buffer): number {
    const [id, subscription] = [url.slice(1), this.#subscriptions.get(url.slice(1))];
    const { ttl, topic, authorization } = headers;
    if (method !== 'POST' || ttl === undefined) return 400;
    if (!subscription) return 410;
    if (!authorization?.endsWith(`k=${subscription.key}`)) return 403;
    const message: Message = {
      version: randomUUID(),
      topic: topic?.toString(),
      encoding: headers['content-encoding']?.toString() ?? '',
      data: body.toString('base64url'),
    };
    const others = subscription.kept.filter((one) => one.topic === undefined || one.topic !== message.topic);
    subscription.kept = [...others, message];
    this.taken += 1;
    this.#pass(id, message);
    return 201;
  }

  #pass(channelID: string, { version, encoding, data }: Message): void {
    const side = this.#connected.get(this.#subscriptions.get(channelID)?.browser ?? '');
    const headers = { encoding };
    side?.send(JSON.stringify({ messageType: 'notification', channelID, version, headers, data }));
  }

  /** Returns the name of a browser, a new one if it has none, and hands it what was kept for it. */
  #greet(side: WebSocketSide, { uaid = '' }: Said): string {
    const browser = uaid === '' ? randomUUID().replaceAll('-', '') : uaid;
    this.#connected.set(browser, side);
    side.send(JSON.stringify({ messageType: 'hello', status: 200, uaid: browser, use_webpush: true }));
    for (const [id, { browser: owner, kept }] of this.#subscriptions)
      if (owner === browser) for (const message of kept) this.#pass(id, message);
    return browser;
  }

  #answer(side: WebSocketSide, browser: string, said: Said): void {
    const { messageType, channelID = '', key = '', updates = [] } = said;
    // Firefox pads the key.
    if (messageType === 'register')
      this.#subscriptions.set(channelID, { browser, key: key.replace(/=+$/, ''), kept: [] });
    if (messageType === 'unregister') this.#subscriptions.delete(channelID);
    if (messageType === 'register' || messageType === 'unregister') {
      const pushEndpoint = `${this.origin}/${channelID}`;
      side.send(JSON.stringify({ messageType, channelID, status: 200, pushEndpoint }));
    }
    for (const { channelID: id, version } of updates) {
      const subscription = this.#subscriptions.get(id);
      if (subscription) subscription.kept = subscription.kept.filter((one) => one.version !== version);
    }
  }
}
