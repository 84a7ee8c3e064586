import { calls } from '#domain/protocol/calls.ts';
import { ACCOUNT_KEY, LEAVING_KEY } from './device/stored-session.ts';
import type { NewDevice } from './new-device-element.ts';

/** Returns what the app shell gives its first script (new-device.ts), which imports nothing itself; `scripts` are URLs. */
export function newDeviceContents(scripts: readonly string[]): NewDevice {
  return { keys: [ACCOUNT_KEY, LEAVING_KEY], path: calls.whoAmI.path, scripts };
}
