import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Id } from '#domain/ids.ts';
import type { ChangeHints } from '../shared/change-hints.ts';
import { sql } from '../shared/queries.ts';
import type { Connections } from './connection/connections.ts';
import { clientOf, type Hosts } from './connection/hosts.ts';

const CHANNEL = 'framme_changes';
/** In ms; batches, because NOTIFY takes a lock that all databases share. */
const BATCH_MS = 25;
/** A message has 8,000 bytes at most. */
const HOUSEHOLDS_PER_MESSAGE = 150;
const RECONNECT_MS = 1000;
const LISTEN_TIMEOUT_MS = 10_000;
/** A database that has fallen silent never ends a connection. */
const END_TIMEOUT_MS = 1000;

const send = sql(`SELECT pg_notify('${CHANNEL}', message) FROM unnest($1::text[]) AS message`);

/** Outside every transaction. While the listening connection is down, nothing but hints is lost. */
export class SharedChangeHints {
  readonly #connections: Connections;
  readonly #local: ChangeHints;
  readonly #hosts: Hosts;
  readonly #self = randomUUID();
  readonly #changed = new Set<Id>();
  #batching: NodeJS.Timeout | undefined;
  #listener: Client | undefined;
  #reconnecting: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(hosts: Hosts, connections: Connections, local: ChangeHints) {
    this.#hosts = hosts;
    this.#connections = connections;
    this.#local = local;
  }

  notify(household: Id): void {
    this.#local.notify(household);
    this.#changed.add(household);
    if (!this.#isClosed) this.#batching ??= setTimeout(() => void this.#send(), BATCH_MS);
  }

  /** Resolves when listening, or after the first failed attempt; then keeps trying. */
  async listen(): Promise<void> {
    // One that never answers would never be replaced.
    const client = clientOf({ ...this.#hosts.options, query_timeout: LISTEN_TIMEOUT_MS });
    this.#listener = client;
    // It follows every error.
    client.on('end', () => this.#reconnect());
    client.on('notification', ({ payload = '' }) => this.#receive(payload));
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
    } catch {
      await client.end();
      if (this.#hosts.areSeveral) await this.#hosts.search();
    }
  }

  /** Sends pending hints; call it while the connections still take calls. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#reconnecting);
    clearTimeout(this.#batching);
    await this.#send();
    await Promise.race([this.#listener?.end(), pause(END_TIMEOUT_MS, undefined, { ref: false })]);
  }

  #reconnect(): void {
    if (this.#isClosed || this.#reconnecting !== undefined) return;
    this.#reconnecting = setTimeout(() => {
      this.#reconnecting = undefined;
      void this.listen();
    }, RECONNECT_MS);
  }

  #receive(message: string): void {
    const [sender, ...households] = message.split(' ');
    if (sender === this.#self) return;
    for (const household of households) this.#local.notify(household);
  }

  async #send(): Promise<void> {
    const households = [...this.#changed];
    this.#changed.clear();
    const messages: string[] = [];
    for (let at = 0; at < households.length; at += HOUSEHOLDS_PER_MESSAGE) {
      messages.push([this.#self, ...households.slice(at, at + HOUSEHOLDS_PER_MESSAGE)].join(' '));
    }
    // The listeners' slow poll makes up for a lost hint.
    if (messages.length > 0) await this.#connections.query(send, messages).catch(() => undefined);
    this.#batching = undefined;
    const [next] = this.#changed;
    if (next !== undefined && !this.#isClosed) this.#batching = setTimeout(() => void this.#send(), BATCH_MS);
  }
}
