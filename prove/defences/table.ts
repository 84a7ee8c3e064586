import { addressDefences } from './addresses.ts';
import { providerDefences } from './at-other-services.ts';
import { doorDefences } from './at-the-door.ts';
import { storeDefences } from './in-the-store.ts';
import { secretDefences } from './kept-secret.ts';
import { mailedLinkDefences } from './mailed-links.ts';
import { clientDefences } from './on-the-phone.ts';
import { serverDefences } from './on-the-server.ts';
import { otherDefences } from './others-ids.ts';
import { ownDataDefences } from './own-data.ts';
import { passkeyDefences } from './passkeys.ts';
import { redirectDefences } from './redirects.ts';
import { signInDefences } from './signing-in.ts';
import { strangerDefences } from './strangers.ts';

/** Every defence that npm run prove:defences takes away, one at a time. */
export const DEFENCES = [
  ...clientDefences,
  ...serverDefences,
  ...storeDefences,
  ...signInDefences,
  ...addressDefences,
  ...strangerDefences,
  ...mailedLinkDefences,
  ...passkeyDefences,
  ...providerDefences,
  ...ownDataDefences,
  ...doorDefences,
  ...secretDefences,
  ...otherDefences,
  ...redirectDefences,
];
