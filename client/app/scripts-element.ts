// Shared with no other constant: boot.ts must import no chunk of the app, or it would load before the first paint.

/** JSON list of script URLs, the app's entry first. */
export const SCRIPTS_ELEMENT = 'scripts';
