import { Agent, request } from 'node:http';
import type { HouseholdOnPhone } from '#tests/support/people/household.ts';
import { linkedVisit } from '#tests/support/people/linked-visit.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import { type Figure, type Finding, rounds, type Scale } from '../figure.ts';
import { type FuzzedRequest, fuzzedRequests } from '../fuzz/fuzz-requests.ts';
import { compileCache } from '../machine.ts';
import { readEdits } from '../mutations/mutation.ts';

const AT_ONCE = 500;

const PATCH = readEdits(`
@ server/http/register-call.ts
- if (parsed.success) return parsed.output;
+ return parsed.output;
`);

/** Figure 6: fuzzed requests. */
export const fuzzedInputs: Figure = {
  number: 6,
  title:
    'fuzzed inputs: types, sizes, `__proto__`, surrogates, NUL, right-to-left, deep JSON, over keep-alive HTTP',
  aim: '100,000: 0 crashes, 0 replies of 500 or more (but 503 to a message without a body)',
  long: { rounds: 100_000, withinMs: 300_000 },
  short: { rounds: 2_000, withinMs: 10_000 },
  run: fuzzRounds,
  control: {
    what: 'the same server without schema validation of messages',
    rounds: 2_000,
    patch: PATCH,
  },
};

async function fuzzRounds(scale: Scale, entry: string): Promise<Finding> {
  const server = await startServer({ entry, env: { ...compileCache, LOG_LEVEL: 'silent' } });
  const prober = new Prober(server.url);
  const chunks = { ...scale, rounds: Math.ceil(scale.rounds / AT_ONCE) };
  const done = await rounds(chunks, async (index) => {
    await prober.registerFamily();
    await prober.send(fuzzedRequests(scale.seed + index, Math.min(AT_ONCE, scale.rounds), prober));
  });
  const isAlive = await fetch(`${server.url}/api/health`).then(
    ({ ok }) => ok,
    () => false,
  );
  await server.kill();
  const { byStatusClass, cutOff, firstFailure } = prober;
  return {
    rounds: done * Math.min(AT_ONCE, scale.rounds),
    found:
      `${byStatusClass[2]} done, ${byStatusClass[4]} refused, ${byStatusClass[5]} answered with 500 or more, ` +
      `${cutOff} without a reply; the server ${isAlive ? 'is running' : 'has exited'}${firstFailure ? `; the first: ${firstFailure}` : ''}`,
    holds:
      isAlive &&
      byStatusClass[5] === 0 &&
      cutOff === 0 &&
      (byStatusClass[2] ?? 0) > 0 &&
      (byStatusClass[4] ?? 0) > 0,
  };
}

const CONNECTIONS = 8;
/** A body of this many characters is surely below 64 kB. */
const LARGEST = 16_000;

/** Sends requests over a few keep-alive connections, and counts the answers. */
class Prober {
  readonly url: string;
  readonly byStatusClass: Record<number, number> = { 2: 0, 3: 0, 4: 0, 5: 0 };
  /** Requests without any answer. */
  cutOff = 0;
  /** The first request answered by 500 or more, or not at all. */
  firstFailure = '';
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  #family: HouseholdOnPhone | undefined;

  constructor(url: string) {
    this.url = url;
  }

  /** The signed-in family; replaced now and then, so that it stays small. */
  get family(): HouseholdOnPhone {
    if (!this.#family) throw new Error('nobody has registered yet');
    return this.#family;
  }

  /** The secret of a link to a visit of the family. */
  link = '';

  async registerFamily(): Promise<void> {
    const { phone, link } = await linkedVisit(this.url);
    this.#family = phone;
    this.link = link;
  }

  async send(all: readonly FuzzedRequest[]): Promise<void> {
    const waiting = [...all];
    const work = async () => {
      for (let one = waiting.pop(); one; one = waiting.pop()) await this.#sendOne(one);
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, work));
  }

  async #sendOne(one: FuzzedRequest): Promise<void> {
    const status = await this.#statusOf(one);
    // The server may cut off an oversized body while it is being sent.
    if (status === 0 && (one.body?.length ?? 0) > LARGEST) return;
    if (status === 0) this.cutOff += 1;
    // A message without a body is told to be sent again (server/http/register-call.ts).
    const kind = status === 503 && !one.body ? 4 : Math.floor(status / 100);
    this.byStatusClass[kind] = (this.byStatusClass[kind] ?? 0) + 1;
    if ((kind === 5 || status === 0) && !this.firstFailure)
      this.firstFailure = `${one.method} ${one.path} ${status} ${one.body?.slice(0, 300)}`;
  }

  #statusOf({ method, path, headers, body }: FuzzedRequest): Promise<number> {
    return new Promise((resolve) => {
      const asking = request(this.url + path, { method, headers, agent: this.#agent }, (response) => {
        // A stream never ends; its status is the answer.
        if (response.headers['content-type']?.startsWith('text/event-stream')) response.destroy();
        else response.resume();
        response.on('close', () => resolve(response.statusCode ?? 0));
      });
      asking.on('error', () => resolve(0));
      asking.end(body);
    });
  }
}
