// Imports nothing, so that texts load no other module. Numbers in texts are literals, which the bundler
// inlines.
const HOUR_MS = 3_600_000;

export const MAX_CHILDREN = 50;
export const MAX_VISITORS = 2000;
export const MAX_OPEN_VISITS = 500;
export const MAX_CORRECTIONS = 50;
/**
 * At a limit the rules refuse only what would add to it (docs/decisions/0025). Visitors: friends and guests
 * of all children.
 */
export const LIMITS = {
  children: MAX_CHILDREN,
  visitors: MAX_VISITORS,
  openVisits: MAX_OPEN_VISITS,
  correctionsOfVisit: MAX_CORRECTIONS,
} as const;
export const MAX_PARENTS = 6;
/** An account's sessions: beyond it, the one silent longest ends. */
export const MAX_SESSIONS = 50;
export const MAX_PASSKEYS = 20;
/** Characters. */
export const MAX_NOTE = 200;
/** Links of a visit at once: enough for two homes and a grandmother. */
export const MOST_LINKS = 5;
/** A link shows nothing later than this after it was made. */
export const LINK_HOURS = 72;
export const LINK_LIFE_MS = LINK_HOURS * HOUR_MS;
/** A link shows the visit for this long after the server learned of the check-out. */
export const HOURS_AFTER_VISIT = 6;
export const LINK_AFTER_VISIT_MS = HOURS_AFTER_VISIT * HOUR_MS;
/** Per visitor: followers, open questions. Per family: follows, questions a day. */
export const MAX_FOLLOWERS = 3;
export const MAX_ASKING = 10;
export const MAX_FOLLOWED = 20;
export const QUESTIONS_A_DAY = 10;
/** An unanswered question to follow lapses after this. */
export const QUESTION_DAYS = 14;
export const INVITATION_HOURS = 48;
export const INVITE_MS = INVITATION_HOURS * HOUR_MS;
/** A removed visit can be put back within this. */
export const DAYS_REMOVED_KEPT = 30;
/** A planned time home lies at most this far ahead. */
export const PLAN_DAYS = 7;
export const MONTH_DAYS = 30;
export const QUARTER_DAYS = 90;
export const YEAR_DAYS = 365;
/** After this, a request to be removed counts as long unanswered. */
export const LONG_UNANSWERED_DAYS = 30;
/** A visitor's row offers to undo its last tap for this long. */
export const UNDO_MINUTES = 5;
/** Taps from before a restored backup are accepted for this long. */
export const RESTORE_DAYS = 14;
/** A session ends this long after it began, or after it was last seen. */
export const SESSION_DAYS = 180;
export const UNSEEN_SESSION_DAYS = 60;
/** An ended session's hash is kept this long, to say why it ended. */
export const ENDED_SESSION_DAYS = 180;
/** A sign-in or re-authentication counts as recent for this long. */
export const RECENT_MINUTES = 10;
export const TRUSTED_BROWSER_DAYS = 365;
/** A change of address can be undone for this long; methods added this long before it are then doubted. */
export const UNDO_EMAIL_DAYS = 7;
export const RECOVERY_MINUTES = 60;
export const MAIL_LINK_HOURS = 24;
export const EMAIL_CODE_DIGITS = 8;
export const SIGN_UP_MINUTES = 30;
export const ACTIVITY_DAYS = 90;
/** A live stream silent for twice as long is dead. Here, so that the page behind a link loads no schemas. */
export const HEARTBEAT_MS = 20_000;
