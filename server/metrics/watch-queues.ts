import type { Dependencies } from '../dependencies.ts';
import type { Meter } from './meter.ts';

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
