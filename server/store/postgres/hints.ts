import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { Id } from '#domain/ids.ts';
import type { ChangeHints } from '../change-hints.ts';
import { statement } from './connection/connection.ts';
import { type Connections, driverOptions } from './connection/connections.ts';

const CHANNEL = 'framme_changes';
/** What changed within this time travels in one message: NOTIFY takes a lock that all databases share. */
const GATHER_MS = 25;
/** A message holds 8,000 bytes at most. */
const HOUSEHOLDS_A_MESSAGE = 150;
const AGAIN_MS = 1000;

const send = statement(
  'send-hints',
  `SELECT pg_notify('${CHANNEL}', message) FROM unnest($1::text[]) AS message`,
);

/**
 * Carries hints between the processes on one database, outside every transaction. While the connection that listens is
 * down, hints are lost and nothing else.
 */
export class HintsBetweenProcesses {
  readonly #connections: Connections;
  readonly #here: ChangeHints;
  readonly #address: string;
  readonly #self = randomUUID();
  readonly #changed = new Set<Id>();
  #gathering: NodeJS.Timeout | undefined;
  #listener: Client | undefined;
  #again: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(address: string, connections: Connections, here: ChangeHints) {
    this.#address = address;
    this.#connections = connections;
    this.#here = here;
  }

  /** Tells this process at once, and the others soon. */
  tell(household: Id): void {
    this.#here.tell(household);
    this.#changed.add(household);
    if (!this.#isClosed) this.#gathering ??= setTimeout(() => void this.#send(), GATHER_MS);
  }

  /** Resolves when it listens, or when the first try to has failed; then it goes on trying. */
  async listen(): Promise<void> {
    const client = new Client(driverOptions(this.#address));
    this.#listener = client;
    // Only the end counts, which follows every error.
    client.on('error', () => undefined);
    client.on('end', () => this.#listenAgain());
    client.on('notification', ({ payload = '' }) => this.#heard(payload));
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
    } catch {
      await client.end();
    }
  }

  /** Sends what is waiting, while the connections still take calls, and listens no more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#again);
    clearTimeout(this.#gathering);
    await this.#send();
    await this.#listener?.end();
  }

  #listenAgain(): void {
    if (this.#isClosed || this.#again !== undefined) return;
    this.#again = setTimeout(() => {
      this.#again = undefined;
      void this.listen();
    }, AGAIN_MS);
  }

  #heard(message: string): void {
    const [sender, ...households] = message.split(' ');
    if (sender === this.#self) return;
    for (const household of households) this.#here.tell(household);
  }

  async #send(): Promise<void> {
    const households = [...this.#changed];
    this.#changed.clear();
    const messages: string[] = [];
    for (let at = 0; at < households.length; at += HOUSEHOLDS_A_MESSAGE) {
      messages.push([this.#self, ...households.slice(at, at + HOUSEHOLDS_A_MESSAGE)].join(' '));
    }
    // A hint that is lost is made up for by the reader's slow poll.
    if (messages.length > 0) await this.#connections.query(send, messages).catch(() => undefined);
    this.#gathering = undefined;
    const [next] = this.#changed;
    if (next !== undefined && !this.#isClosed)
      this.#gathering = setTimeout(() => void this.#send(), GATHER_MS);
  }
}
