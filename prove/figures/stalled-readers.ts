import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { LIVE_PATH } from '#domain/protocol/live.ts';
import {
  type HouseholdOnPhone,
  newId,
  PASSWORD,
  registerHousehold,
} from '#tests/support/people/household.ts';
import { postJson } from '#tests/support/server/http.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import type { Edit } from '../defences/defence.ts';
import { type Figure, type Finding, rounds, type Scale } from '../figure.ts';
import { LiveReader } from '../load/live-reader.ts';
import { compileCache } from '../machine.ts';
import { patchedServer } from '../patched-server.ts';

const READERS = 8;
/** Bytes sent: the system buffers some megabytes before the server can notice. */
const PUSHED = 10_000_000;
const CHILDREN = 40;

const PATCH: readonly Edit[] = [
  {
    file: 'server/live/event-stream.ts',
    from: 'if (this.#response.writableLength > MOST_UNREAD) this.drop();',
    to: 'if (this.#response.writableLength < 0) this.drop();',
  },
];

/** Figure 11, stalled readers; npm run bench measures idle streams. */
export const stalledReaders: Figure = {
  number: 11,
  title: 'stalled readers of live streams',
  aim: 'a stalled reader is dropped, not buffered; the others receive everything',
  long: { rounds: 3, withinMs: 180_000 },
  short: { rounds: 1, withinMs: 15_000 },
  run: (scale) => stallRounds(scale, 'server/main.ts'),
  control: {
    what: 'the same server without dropping stalled readers',
    rounds: 1,
    patch: PATCH,
    run: (scale) => stallRounds(scale, patchedServer(PATCH)),
  },
};

async function stallRounds(scale: Scale, entry: string): Promise<Finding> {
  const counts = { dropped: 0, behind: 0 };
  const done = await rounds(scale, async () => {
    const { dropped, behind } = await stallOnce(entry);
    counts.dropped += dropped;
    counts.behind += behind;
  });
  const { dropped, behind } = counts;
  return {
    rounds: done,
    found: `${dropped} of ${done * READERS} stalled readers dropped; another reader ended ${behind} versions behind`,
    holds: dropped === done * READERS && behind === 0 && done > 0,
  };
}

async function stallOnce(entry: string): Promise<{ dropped: number; behind: number }> {
  const server = await startServer({ entry, env: { ...compileCache, LOG_LEVEL: 'silent' } });
  try {
    const phone = await registerHousehold(server.url);
    const children = await manyChildren(phone);
    const { cursor } = await phone.sync();
    const stalled = await Promise.all(
      Array.from({ length: READERS }, () => stall(server.url, phone, cursor)),
    );
    const awake = new LiveReader([server.url], phone.cookie, cursor);
    const listening = awake.listen();
    const version = await push(phone, children, cursor);
    for (let i = 0; i < 100 && awake.version < version; i++) await pause(20);
    awake.stop();
    await listening;
    // A dropped reader sees the end after the buffered bytes; one that was kept reads on.
    const dropped = await Promise.all(stalled.map((readOn) => readOn(version)));
    return { dropped: dropped.filter(Boolean).length, behind: version - awake.version };
  } finally {
    await server.kill();
  }
}

const longName = () => `${newId().slice(0, 8)}${'👶'.repeat(90)}`;

async function manyChildren(phone: HouseholdOnPhone): Promise<string[]> {
  const children = Array.from({ length: CHILDREN }, newId);
  await phone.sync({
    ops: children.map((child) => phone.op('addChild', { child, name: longName(), birthDate: '2018-05-04' })),
  });
  return children;
}

/** Edits children until enough bytes are sent. Returns the household's last version. */
async function push(phone: HouseholdOnPhone, children: readonly string[], from: number): Promise<number> {
  let cursor = from;
  for (let pushed = 0; pushed < PUSHED; ) {
    const ops = children.map((child) =>
      phone.op('editChild', { child, name: longName(), birthDate: '2018-05-04' }),
    );
    const reply = await phone.sync({ ops, cursor });
    pushed += JSON.stringify(reply.changes).length;
    cursor = reply.cursor;
  }
  return cursor;
}

/**
 * Opens a stream without reading it. Returns a function that reads on, and resolves to true if it was
 * dropped.
 */
async function stall(url: string, { account: { email } }: HouseholdOnPhone, cursor: number) {
  // One session per reader: a session may hold few streams.
  const { cookie = '' } = await postJson(url, '/api/log-in', { email, password: PASSWORD });
  const asking = request(`${url}${LIVE_PATH}?cursor=${cursor}`, { headers: { cookie }, agent: false });
  asking.end();
  const response = await new Promise<import('node:http').IncomingMessage>((resolve) =>
    asking.once('response', resolve),
  );
  response.pause();
  return async (version: number): Promise<boolean> => {
    const ended = new Promise<boolean>((resolve) => {
      response.on('error', () => resolve(true)).on('close', () => resolve(true));
      response.on('data', (part: Buffer) => {
        if (part.includes(`"cursor":${version}}`)) resolve(false);
      });
    });
    response.resume();
    const isDropped = await Promise.race([ended, pause(5000).then(() => false)]);
    response.destroy();
    return isDropped;
  };
}
