import { onTestFinished } from 'vitest';
import { openPushService, type PushReply } from './push-browser.ts';

/** Opens a push service of this machine until the test ends. */
export async function startPushService(reply?: PushReply) {
  const service = await openPushService(reply);
  onTestFinished(service.close);
  return service;
}
