// Not from time.ts: a text that takes its number from here would load what that imports.
const HOUR_MS = 3_600_000;

/**
 * The sizes of a household, beyond what any family has: at one of them the rules refuse what would add to it, and nothing
 * else (docs/decisions/0025). Visitors are friends and guests of all children together.
 */
export const LIMITS = { children: 50, visitors: 2000, openVisits: 500, correctionsOfVisit: 50 } as const;

/** The most parents of a household. */
export const MAX_PARENTS = 6;

/** The signed-in devices of an account: the one that was silent longest ends when another signs in. */
export const MAX_SESSIONS = 50;

/** A visit can have so many links at once: two homes, a grandmother. */
export const MOST_LINKS = 5;
// Numbers that texts name are literals: the bundler writes them into the text, and no page loads more code for it.
/** A link shows nothing later than this after it was made. */
export const LINK_HOURS = 72;
export const LINK_LIFE_MS = LINK_HOURS * HOUR_MS;
/** A link shows the visit for so long after the server learned of the check-out. */
export const HOURS_AFTER_VISIT = 6;
export const LINK_AFTER_VISIT_MS = HOURS_AFTER_VISIT * HOUR_MS;

/** An invitation to join a household leads there for so long, in ms. */
export const INVITE_MS = 48 * HOUR_MS;

/** A removed visit can be put back for so many days. */
export const DAYS_REMOVED_KEPT = 30;

/** The passkeys of an account. */
export const MAX_PASSKEYS = 20;

/** A time home can be planned at most so many days ahead. */
export const PLAN_DAYS = 7;
