import { storeDefences } from './in-the-store.ts';
import { clientDefences } from './on-the-phone.ts';
import { serverDefences } from './on-the-server.ts';

/** Every defence that npm run prove:defences takes away, one at a time. */
export const DEFENCES = [...clientDefences, ...serverDefences, ...storeDefences];
