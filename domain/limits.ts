/**
 * The sizes of a household, beyond what any family has: at one of them the rules refuse what would add to it, and nothing
 * else (docs/decisions/0025). Visitors are friends and guests of all children together.
 */
export const LIMITS = { children: 50, visitors: 2000, openVisits: 500, correctionsOfVisit: 50 } as const;

/** The most parents of a household. */
export const MAX_PARENTS = 6;

/** The signed-in devices of an account: the one that was silent longest ends when another signs in. */
export const MAX_SESSIONS = 50;
