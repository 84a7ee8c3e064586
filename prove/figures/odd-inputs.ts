import { startServer } from '#tests/support/server/server-process.ts';
import { type Figure, type Finding, rounds, type Scale } from '../figure.ts';
import { Knocker } from '../knocker.ts';
import { compileCache } from '../machine.ts';
import { oddRequests } from '../odd.ts';
import { serverWithout } from '../without.ts';

const AT_ONCE = 500;

/** Figure 6: whatever comes over the wire. */
export const oddInputs: Figure = {
  number: 6,
  title:
    'odd inputs: types, sizes, `__proto__`, surrogates, NUL, right-to-left, deep JSON, over kept-alive HTTP',
  aim: '100,000: 0 crashes, 0 answers of 500 or more',
  long: { rounds: 100_000, withinMs: 120_000 },
  short: { rounds: 2_000, withinMs: 10_000 },
  run: (scale) => throwThings(scale, 'server/main.ts'),
  control: {
    what: 'the same server without the check of messages by their schemas',
    rounds: 2_000,
    run: (scale) =>
      throwThings(
        scale,
        serverWithout({
          file: 'server/http/register-call.ts',
          from: "if (!parsed.success) throw new CallError('invalid-request', faultOf(parsed.issues[0]));",
          to: '',
        }),
      ),
  },
};

async function throwThings(scale: Scale, entry: string): Promise<Finding> {
  const server = await startServer({ entry, env: { ...compileCache, LOG_LEVEL: 'silent' } });
  const knocker = new Knocker(server.url);
  const chunks = { ...scale, rounds: Math.ceil(scale.rounds / AT_ONCE) };
  const done = await rounds(chunks, async (index) => {
    await knocker.beSomebody();
    await knocker.send(oddRequests(scale.seed + index, Math.min(AT_ONCE, scale.rounds), knocker));
  });
  const isAlive = await fetch(`${server.url}/api/health`).then(
    ({ ok }) => ok,
    () => false,
  );
  await server.kill();
  const { byClass, cutOff, worst } = knocker;
  return {
    rounds: done * Math.min(AT_ONCE, scale.rounds),
    found:
      `${byClass[2]} done, ${byClass[4]} refused, ${byClass[5]} answered with 500 or more, ` +
      `${cutOff} without an answer; the server ${isAlive ? 'lives' : 'is gone'}${worst ? `; the first: ${worst}` : ''}`,
    holds: isAlive && byClass[5] === 0 && cutOff === 0 && (byClass[2] ?? 0) > 0 && (byClass[4] ?? 0) > 0,
  };
}
