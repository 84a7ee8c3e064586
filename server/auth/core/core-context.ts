import type { Dependencies } from '../../dependencies.ts';
import type { LoadLimits } from '../../load-limits/load-limits.ts';
import type { SecurityEvents } from './events/security-events.ts';
import type { createPasswords } from './passwords/passwords.ts';
import type { createPendingSecondFactors, createTrustedBrowsers } from './sessions/browser-tokens.ts';
import type { Sessions } from './sessions/sessions.ts';

export interface CoreContext extends Dependencies {
  sessions: Sessions;
  limits: LoadLimits;
  passwords: ReturnType<typeof createPasswords>;
  trustedBrowsers: ReturnType<typeof createTrustedBrowsers>;
  pendingSecondFactors: ReturnType<typeof createPendingSecondFactors>;
  events: SecurityEvents;
}
