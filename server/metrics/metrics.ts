import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
import { isCommandName } from '#domain/commands/catalogue.ts';
import type { PushResult } from '#domain/protocol/push-calls.ts';
import type { Op, Outcome } from '#domain/protocol/sync.ts';
import { VERSION } from '../process/version.ts';
import type { Store } from '../store/ports/store.ts';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Read only when the metrics are requested. */
const WATCHED = {
  live_streams: 'Open live streams of families.',
  visit_streams: 'Open streams of visits, behind links.',
  notice_queue_age_seconds: 'The time for which the oldest due notice has waited.',
  mail_queue_length: 'Mails that wait or are being sent.',
  mail_queue_age_seconds: 'The time for which the oldest of these mails has waited.',
  households: 'Families that are stored.',
  schema_version: 'The schema of the stored data.',
  disk_free_bytes: 'Room on the disk of DATA_DIR.',
  backup_age_seconds: 'The age of the newest backup in DATA_DIR that was found whole.',
};

/** Node's duplicates, whose names Prometheus' own linter refuses. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
  'nodejs_eventloop_utilization_histogram',
  'nodejs_eventloop_utilization_summary',
];

interface DecidedOps {
  outcomes: readonly Outcome[];
  /** Outcomes of ops that were sent before. */
  known: ReadonlyMap<string, Outcome>;
}

/** Label values are the product's own, so no request can add one. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = this.#counter('requests_total', 'Replies, by route and status.', ['route', 'status']);
  readonly #outcomes = this.#counter(
    'commands_total',
    'Commands of parents, by result or reason of refusal.',
    ['command', 'result'],
  );
  readonly #events = this.#counter('security_events_total', 'Security events, by outcome.', [
    'event',
    'outcome',
  ]);
  readonly #pushes = this.#counter('push_messages_total', "Messages to parents' own devices, by result.", [
    'result',
  ]);
  readonly #replies = this.#histogram(
    'request_seconds',
    'The time from a request to its reply, but for streams.',
  );
  readonly #commits = this.#histogram('commit_seconds', "The time until a family's changes are durable.");

  constructor() {
    collectDefaultMetrics({ register: this.#registry });
    for (const name of MISNAMED) this.#registry.removeSingleMetric(name);
    new Gauge({
      name: 'framme_build_info',
      help: 'The version of Framme and of Node; always 1.',
      labelNames: ['version', 'node'],
      registers: [this.#registry],
    }).set({ version: VERSION, node: process.versions.node }, 1);
  }

  /** `route` is the pattern of the path. */
  countRequest(route: string, status: number, seconds: number | undefined): void {
    this.#requests.inc({ route, status });
    if (seconds !== undefined) this.#replies.observe(seconds);
  }

  countOutcomes(ops: readonly Op[], { outcomes, known }: DecidedOps): void {
    const names = new Map(ops.map(({ op, name }) => [op, name]));
    for (const outcome of outcomes) {
      if (known.has(outcome.op)) continue;
      const name = names.get(outcome.op) ?? '';
      const command = isCommandName(name) ? name : 'unknown';
      const result = outcome.result === 'done' ? 'done' : outcome.refusal.code;
      this.#outcomes.inc({ command, result });
    }
  }

  /** Includes events that are not logged because they repeat. */
  countEvent(event: string, outcome: string): void {
    this.#events.inc({ event, outcome });
  }

  countPush(result: PushResult): void {
    this.#pushes.inc({ result });
  }

  /** One failed read must not fail the other metrics. */
  watch(what: keyof typeof WATCHED, read: () => number | Promise<number>): void {
    new Gauge({
      name: `framme_${what}`,
      help: WATCHED[what],
      registers: [this.#registry],
      async collect() {
        const number = Promise.resolve().then(read);
        this.set(await number.catch(() => Number.NaN));
      },
    });
  }

  measured(store: Store): Store {
    return {
      ...store,
      transact: async (household, work) => {
        const begun = performance.now();
        const result = await store.transact(household, work);
        this.#commits.observe((performance.now() - begun) / 1000);
        return result;
      },
    };
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  #counter<L extends string>(name: string, help: string, labelNames: L[]): Counter<L> {
    return new Counter({ name: `framme_${name}`, help, labelNames, registers: [this.#registry] });
  }

  #histogram(name: string, help: string): Histogram {
    return new Histogram({ name: `framme_${name}`, help, buckets: SECONDS, registers: [this.#registry] });
  }
}
