import { addressShareDefences } from './address-share.ts';
import { boardDefences } from './board.ts';
import { boundedDefences } from './bounded.ts';
import { clientDataDefences } from './client-data.ts';
import { eventDefences } from './events.ts';
import { exportAndDeletionDefences } from './export-and-deletion.ts';
import { followersStoreDefences } from './followers-store.ts';
import { followingDefences } from './following.ts';
import { givenLinkDefences } from './given-links.ts';
import { heldDeviceDefences } from './held-devices.ts';
import { hostDefences } from './host.ts';
import { httpDefences } from './http.ts';
import { limitDefences } from './limits.ts';
import { linkStoreDefences } from './link-store.ts';
import { linkDefences } from './links.ts';
import { mailDefences } from './mail.ts';
import { metricsDefences } from './metrics.ts';
import { movingDefences } from './moving.ts';
import { ownershipDefences } from './ownership.ts';
import { parentDefences } from './parents.ts';
import { passkeyDefences } from './passkeys.ts';
import { postgresStoreDefences } from './postgres-store.ts';
import { providerDefences } from './providers.ts';
import { pushDefences } from './push.ts';
import { rateLimitDefences } from './rate-limits.ts';
import { readerPageDefences } from './reader-page.ts';
import { redirectDefences } from './redirects.ts';
import { refusedNumberDefences } from './refused-numbers.ts';
import { registrationDefences } from './registration.ts';
import { removalRequestDefences } from './removal-request.ts';
import { restartDefences } from './restarts.ts';
import { restoreDefences } from './restores.ts';
import { revocationDefences } from './revocation.ts';
import { secretDefences } from './secrets.ts';
import { serviceWorkerDefences } from './service-worker.ts';
import { signInDefences } from './sign-in.ts';
import { storeDefences } from './store.ts';
import { storedByHostDefences } from './stored-by-host.ts';
import { syncDefences } from './sync.ts';
import { takeoverDefences } from './takeover.ts';
import { tapTimeDefences } from './tap-times.ts';
import { undoneChangeDefences } from './undone-change.ts';
import { visitDefences } from './visits.ts';

/** Every defence that npm run prove:defences removes, one at a time. */
export const DEFENCES = [
  ...clientDataDefences,
  ...boardDefences,
  ...syncDefences,
  ...restoreDefences,
  ...tapTimeDefences,
  ...visitDefences,
  ...linkDefences,
  ...readerPageDefences,
  ...followersStoreDefences,
  ...linkStoreDefences,
  ...followingDefences,
  ...refusedNumberDefences,
  ...removalRequestDefences,
  ...storeDefences,
  ...postgresStoreDefences,
  ...signInDefences,
  ...rateLimitDefences,
  ...eventDefences,
  ...movingDefences,
  ...limitDefences,
  ...registrationDefences,
  ...restartDefences,
  ...revocationDefences,
  ...givenLinkDefences,
  ...heldDeviceDefences,
  ...takeoverDefences,
  ...undoneChangeDefences,
  ...mailDefences,
  ...passkeyDefences,
  ...providerDefences,
  ...exportAndDeletionDefences,
  ...hostDefences,
  ...storedByHostDefences,
  ...httpDefences,
  ...boundedDefences,
  ...addressShareDefences,
  ...secretDefences,
  ...metricsDefences,
  ...ownershipDefences,
  ...parentDefences,
  ...pushDefences,
  ...redirectDefences,
  ...serviceWorkerDefences,
];
