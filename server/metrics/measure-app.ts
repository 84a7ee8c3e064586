import type { FastifyInstance } from 'fastify';
import { VISIT_STREAM } from '#domain/protocol/link-calls.ts';
import { LIVE_PATH } from '#domain/protocol/live.ts';
import type { Dependencies } from '../dependencies.ts';
import { freeDiskOf } from '../http/health.ts';
import { newestBackup } from '../store/hosting/backups.ts';
import type { Meter } from './metrics.ts';

/** Has the queues of notices and mails looked at when the metrics are read. A notice that is being sent does not wait. */
export function watchQueues(meter: Meter, { store, mailer, now }: Dependencies): void {
  meter.watch('notice_queue_age_seconds', async () => {
    const earliest = await store.earliestNotice();
    return earliest === undefined ? 0 : Math.max(0, (now() - Date.parse(earliest)) / 1000);
  });
  if (!mailer) return;
  meter.watch('mail_queue_length', () => mailer.queue().length);
  meter.watch('mail_queue_age_seconds', () => mailer.queue().oldestMs / 1000);
}

/** Has the store, its disk and its backups looked at when the metrics are read. Without a backup its age has no end. */
export function watchStore(meter: Meter, { store, config, now, freeDisk = freeDiskOf }: Dependencies): void {
  meter.watch('households', () => store.countHouseholds());
  meter.watch('schema_version', () => store.schema());
  meter.watch('disk_free_bytes', () => freeDisk(config.dataDir));
  meter.watch(
    'backup_age_seconds',
    () => (now() - (newestBackup(config) ?? Number.NEGATIVE_INFINITY)) / 1000,
  );
}

const STREAMS: ReadonlySet<string> = new Set([LIVE_PATH, VISIT_STREAM]);

/** Counts every reply. A path that no route has is 'none', and all pages and files are one route. */
export function countRequests(app: FastifyInstance, meter: Meter): void {
  app.addHook('onResponse', ({ routeOptions: { url = 'none' } }, reply, done) => {
    const isNamed = url === 'none' || /^\/(?:api\/|healthz$|readyz$)/.test(url);
    const seconds = STREAMS.has(url) ? undefined : reply.elapsedTime / 1000;
    meter.countRequest(isNamed ? url : 'page', reply.statusCode, seconds);
    done();
  });
}
