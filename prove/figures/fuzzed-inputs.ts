import { startServer } from '#tests/support/server/server-process.ts';
import type { Edit } from '../defences/defence.ts';
import { type Figure, type Finding, rounds, type Scale } from '../figure.ts';
import { fuzzedRequests } from '../fuzz/fuzz-requests.ts';
import { Prober } from '../fuzz/prober.ts';
import { compileCache } from '../machine.ts';
import { patchedServer } from '../patched-server.ts';

const AT_ONCE = 500;

const PATCH: readonly Edit[] = [
  {
    file: 'server/http/register-call.ts',
    from: 'if (parsed.success) return parsed.output;',
    to: 'return parsed.output;',
  },
];

/** Figure 6: fuzzed requests. */
export const fuzzedInputs: Figure = {
  number: 6,
  title:
    'fuzzed inputs: types, sizes, `__proto__`, surrogates, NUL, right-to-left, deep JSON, over keep-alive HTTP',
  aim: '100,000: 0 crashes, 0 replies of 500 or more (but 503 to a message without a body)',
  long: { rounds: 100_000, withinMs: 300_000 },
  short: { rounds: 2_000, withinMs: 10_000 },
  run: (scale) => fuzzRounds(scale, 'server/main.ts'),
  control: {
    what: 'the same server without schema validation of messages',
    rounds: 2_000,
    patch: PATCH,
    run: (scale) => fuzzRounds(scale, patchedServer(PATCH)),
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
