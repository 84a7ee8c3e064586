import { type Defence, guarded } from './defence.ts';

const METRICS = 'server/metrics/metrics.test.ts';
const BOUNDED = [
  METRICS,
  'no value of a label comes from a request, and nothing names a family or a person',
] as const;
const ADDRESS = 'tests/integration/metrics-address.test.ts';

/** Metrics are for whoever hosts, and name nobody. */
export const metricsDefences: readonly Defence[] = [
  guarded(
    'a label never holds the name of a command that a request made up',
    [['server/metrics/metrics.ts', "isCommandName(name) ? name : 'unknown'", 'name']],
    BOUNDED,
  ),
  guarded(
    'a label holds the pattern of a path, never the path',
    [
      [
        'server/metrics/measure-app.ts',
        "({ routeOptions: { url = 'none' } }, reply, done) => {",
        '({ url }, reply, done) => {',
      ],
    ],
    BOUNDED,
  ),
  guarded(
    'metrics are loaded only where the setting asks for them',
    [['server/main.ts', 'config.metrics && new (await', 'new (await']],
    [ADDRESS, 'without the setting nothing of the metrics is loaded, and no path serves them'],
  ),
  guarded(
    'a port alone serves metrics to this machine alone',
    [
      [
        'server/config/network-settings.ts',
        "bracketed ?? named ?? '127.0.0.1'",
        "bracketed ?? named ?? '0.0.0.0'",
      ],
    ],
    [ADDRESS, 'a port alone is served to this machine alone, and never at the public address'],
  ),
  guarded(
    'a store that is away takes no metric along',
    [['server/metrics/metrics.ts', '.catch(() => Number.NaN)', '']],
    [
      METRICS,
      'the age of the oldest due notice is told, and no other number is lost while the store is away',
    ],
  ),
  guarded(
    'a tap that is sent again is counted once',
    [['server/metrics/metrics.ts', '      if (known.has(outcome.op)) continue;\n', '']],
    [
      METRICS,
      'check-ins, commits, refusals, limits and replies are counted when they happen, a repeated tap once',
    ],
  ),
];
