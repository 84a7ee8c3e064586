import { type Defence, guarded } from './defence.ts';

const PROPERTY =
  'no sequence of additions exceeds a size, the counts are right, and a refusal changes nothing';
const RATES = 'server/sync/op-rates.test.ts';
const ACROSS = 'server/sync/household-limits.test.ts';

/** The sizes and rates of a household (docs/decisions/0025). */
export const limitDefences: readonly Defence[] = [
  rule(
    'a household has at most fifty children',
    'commands/children',
    'reading.sizes.children >= LIMITS.children',
  ),
  rule('friends count among the visitors', 'visits/visitor', 'reading.sizes.visitors >= LIMITS.visitors'),
  rule('guests count among the visitors', 'visits/visitor', 'reading.sizes.visitors >= LIMITS.visitors'),
  rule('at most five hundred are here', 'visits/presence', "target === 'in' && isFull"),
  rule(
    'a visit keeps at most fifty corrections',
    'commands/correct-visit',
    'corrected.corrections.length > LIMITS.correctionsOfVisit',
    'a visit is corrected fifty times, then keeps its times, and can still be checked out',
  ),
  guarded(
    'the sizes of a household are kept between requests',
    ['server/sync/ledger.ts', '      sizes,\n    });', '    });'],
    [ACROSS, 'children are refused at their limit across requests and in one, and a removed one makes room'],
  ),
  guarded(
    'a removed child takes its visitors out of the count',
    ['domain/household-sizes.ts', 'if (!now) this.#children.delete(id);', 'if (!now) return;'],
    [
      ACROSS,
      'friends and guests share a limit, counted without those of a removed child, and the rest goes on',
    ],
  ),
  guarded(
    'a household sends at most its share of ops',
    ['server/sync/sync.ts', '  if (wait === 0) return;\n', '  if (wait >= 0) return;\n'],
    [
      RATES,
      'a backlog is taken at once, then the minute’s share; more waits with nothing applied or refused',
    ],
  ),
  guarded(
    'a day limits the ops of a household too',
    [
      'server/sync/op-rates.ts',
      '      { burst: opsPerDay, interval: DAY_MS / opsPerDay, counts: new Rates() },\n',
      '',
    ],
    [RATES, 'a day has its share too, and reading goes on above it'],
  ),
  guarded(
    'ops that the store could not take count for nothing',
    ['server/sync/sync.ts', '      rates.settle(household, message.ops, [], uptime());\n', ''],
    [RATES, 'ops that the store could not take count for nothing: the phone sends them again'],
  ),
  guarded(
    'an account has at most fifty sessions',
    ['server/auth/core/sessions/sessions.ts', '      await endSilent(uid, createdAt);\n', ''],
    [
      'server/auth/core/sessions/session-limit.test.ts',
      'an account has at most fifty signed-in devices, and the one that was silent longest ends',
    ],
  ),
  {
    name: 'a code of a later version makes no reply unreadable',
    patch: [
      {
        file: 'domain/protocol/refusal.ts',
        from: "v.fallback(refusalCodeSchema, 'failed')",
        to: 'refusalCodeSchema',
      },
    ],
    guard: {
      project: 'unit',
      file: 'client/data/wire/refused.test.ts',
      test: 'a refusal with a code of a later version goes to the list as a failure, and blocks nothing behind it',
    },
  },
  {
    name: 'a phone that was told to wait sends nothing before',
    patch: [
      {
        file: 'client/data/wire/scheduler.ts',
        from: 'this.#isStopped || this.#isHeld',
        to: 'this.#isStopped',
      },
    ],
    guard: {
      project: 'unit',
      file: 'client/data/wire/throttled.test.ts',
      test: 'what the server takes no more of for a while waits in order, and nothing is refused or sent again before',
    },
  },
];

function rule(name: string, file: string, condition: string, test = PROPERTY): Defence {
  return {
    name,
    patch: [{ file: `domain/${file}.ts`, from: condition, to: 'false' }],
    guard: { project: 'unit', file: 'domain/limits.property.test.ts', test },
  };
}
