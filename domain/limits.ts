// Imports nothing, so that a text that uses a number loads no other module. Numbers that texts name are literals of their own: the
// bundler writes them into the text.
const HOUR_MS = 3_600_000;

export const MAX_CHILDREN = 50;
export const MAX_VISITORS = 2000;
export const MAX_OPEN_VISITS = 500;
export const MAX_CORRECTIONS = 50;
/**
 * The sizes of a household, beyond what any family has: at one of them the rules refuse what would add to it, and nothing
 * else (docs/decisions/0025). Visitors are friends and guests of all children together.
 */
export const LIMITS = {
  children: MAX_CHILDREN,
  visitors: MAX_VISITORS,
  openVisits: MAX_OPEN_VISITS,
  correctionsOfVisit: MAX_CORRECTIONS,
} as const;
/** The most parents of a household. */
export const MAX_PARENTS = 6;
/** The signed-in devices of an account: the one that was silent longest ends when another signs in. */
export const MAX_SESSIONS = 50;
/** The passkeys of an account. */
export const MAX_PASSKEYS = 20;
/** The characters of a note on a friend or guest. */
export const MAX_NOTE = 200;
/** A visit can have so many links at once: two homes, a grandmother. */
export const MOST_LINKS = 5;
/** A link shows nothing later than this after it was made. */
export const LINK_HOURS = 72;
export const LINK_LIFE_MS = LINK_HOURS * HOUR_MS;
/** A link shows the visit for so long after the server learned of the check-out. */
export const HOURS_AFTER_VISIT = 6;
export const LINK_AFTER_VISIT_MS = HOURS_AFTER_VISIT * HOUR_MS;
/** The families that follow a friend or guest, and those that ask to; what a family follows, or asks to, and how often it asks a day. */
export const MAX_FOLLOWERS = 3;
export const MAX_ASKING = 10;
export const MAX_FOLLOWED = 20;
export const QUESTIONS_A_DAY = 10;
/** A question to follow that nobody answers goes after so many days. */
export const QUESTION_DAYS = 14;
/** An invitation to join a household leads there for so long. */
export const INVITATION_HOURS = 48;
export const INVITE_MS = INVITATION_HOURS * HOUR_MS;
/** A removed visit can be put back for so many days. */
export const DAYS_REMOVED_KEPT = 30;
/** A time home can be planned at most so many days ahead. */
export const PLAN_DAYS = 7;
/** Days that past visits can be kept. */
export const MONTH_DAYS = 30;
export const QUARTER_DAYS = 90;
export const YEAR_DAYS = 365;
/** A family that asked to be removed has waited for long. */
export const LONG_UNANSWERED_DAYS = 30;
/** The row of a visitor offers to undo its last tap for so long. */
export const UNDO_MINUTES = 5;
/** Taps of before a restored backup are kept, and taken, for so long. */
export const RESTORE_DAYS = 14;
/** A session since it began, and since it was last seen. */
export const SESSION_DAYS = 180;
export const UNSEEN_SESSION_DAYS = 60;
/** The hash of a session says for so long after its end why it ended. */
export const ENDED_SESSION_DAYS = 180;
/** A sign-in or re-authentication counts as recent. */
export const RECENT_MINUTES = 10;
/** A browser stays trusted after its last sign-in. */
export const TRUSTED_BROWSER_DAYS = 365;
/** A change of address can be undone; what was added this long before it is doubted then. */
export const UNDO_EMAIL_DAYS = 7;
/** The links of mails: to recover an account, and about an address. */
export const RECOVERY_MINUTES = 60;
export const MAIL_LINK_HOURS = 24;
/** The digits of the code in a mail about an address. */
export const EMAIL_CODE_DIGITS = 8;
/** A sign-up with a provider waits for its details. */
export const SIGN_UP_MINUTES = 30;
/** The recent activity of an account. */
export const ACTIVITY_DAYS = 90;
