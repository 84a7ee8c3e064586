import type { FastifyInstance } from 'fastify';
import { VISIT_STREAM } from '#domain/protocol/link-calls.ts';
import { LIVE_PATH } from '#domain/protocol/live.ts';
import type { Dependencies } from '../dependencies.ts';
import { freeDiskOf } from '../http/health.ts';
import { newestBackup } from '../store/admin/backups.ts';
import type { Metrics } from './metrics.ts';

export function measure(app: FastifyInstance, meter: Metrics, dependencies: Dependencies): void {
  countRequests(app, meter);
  watchQueues(meter, dependencies);
  watchStore(meter, dependencies);
}

/** A notice that is being sent does not wait. */
function watchQueues(meter: Metrics, { store, mailer, now }: Dependencies): void {
  meter.watch('notice_queue_age_seconds', async () => {
    const earliest = await store.earliestNotice();
    return earliest === undefined ? 0 : Math.max(0, (now() - Date.parse(earliest)) / 1000);
  });
  if (!mailer) return;
  meter.watch('mail_queue_length', () => mailer.queue().length);
  meter.watch('mail_queue_age_seconds', () => mailer.queue().oldestMs / 1000);
}

/** Without a backup its age is infinite. */
function watchStore(meter: Metrics, { store, config, now, freeDisk = freeDiskOf }: Dependencies): void {
  meter.watch('households', () => store.countHouseholds());
  meter.watch('schema_version', () => store.schema());
  meter.watch('disk_free_bytes', () => freeDisk(config.dataDir));
  meter.watch(
    'backup_age_seconds',
    () => (now() - (newestBackup(config) ?? Number.NEGATIVE_INFINITY)) / 1000,
  );
}

const STREAMS: ReadonlySet<string> = new Set([LIVE_PATH, VISIT_STREAM]);

/** Bounds the labels: unknown paths are 'none', pages and files 'page'. */
function countRequests(app: FastifyInstance, meter: Metrics): void {
  app.addHook('onResponse', ({ routeOptions: { url = 'none' } }, reply, done) => {
    const isNamed = url === 'none' || /^\/(?:api\/|healthz$|readyz$)/.test(url);
    const seconds = STREAMS.has(url) ? undefined : reply.elapsedTime / 1000;
    meter.countRequest(isNamed ? url : 'page', reply.statusCode, seconds);
    done();
  });
}
