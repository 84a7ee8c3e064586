import {
  ACTIVITY_DAYS,
  MAIL_LINK_HOURS,
  RECENT_MINUTES,
  RECOVERY_MINUTES,
  SESSION_DAYS,
  SIGN_UP_MINUTES,
  TRUSTED_BROWSER_DAYS,
  UNDO_EMAIL_DAYS,
  UNSEEN_SESSION_DAYS,
} from '#domain/limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';

/**
 * Limits beside domain/limits.ts, which texts name, the settings (.env.example), and those of load.
 * tests/limits.test.ts compares the pages.
 */

/** In ms. */
export const LIFETIMES = {
  session: SESSION_DAYS * DAY_MS,
  unseenSession: UNSEEN_SESSION_DAYS * DAY_MS,
  recentAuthentication: RECENT_MINUTES * MINUTE_MS,
  trustedBrowser: TRUSTED_BROWSER_DAYS * DAY_MS,
  undoEmail: UNDO_EMAIL_DAYS * DAY_MS,
  recoveryLink: RECOVERY_MINUTES * MINUTE_MS,
  verificationLink: MAIL_LINK_HOURS * HOUR_MS,
  changeEmailLink: MAIL_LINK_HOURS * HOUR_MS,
  /** The operator's invitation to open an account. */
  hostInvitation: 7 * DAY_MS,
  /** For the same form to send its registration again. */
  registrationRetry: DAY_MS,
  pendingSecondFactor: 10 * MINUTE_MS,
  passkeyChallenge: 5 * MINUTE_MS,
  authorizationFlow: 10 * MINUTE_MS,
  pendingSignUp: SIGN_UP_MINUTES * MINUTE_MS,
  activity: ACTIVITY_DAYS * DAY_MS,
} as const;

export const ACTIVITY_ENTRIES = 200;

/** In bytes; with less the log and /readyz warn. */
export const LITTLE_DISK = 512 * 1024 * 1024;
