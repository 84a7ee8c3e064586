import { PROTOCOL } from '#domain/protocol/calls.ts';

/** The sentence of the footer by which a test tells the next version from this one. */
export const NEXT_VERSION = { before: 'Du ser vem som är framme.', after: 'Nu ser du vem som är framme.' };

/** The sentence of the version after that. */
export const LATER = 'Sedan ser du vem som är framme.';

/** The settings of a server that understands only pages of its own protocol: the next one, or the one after that. */
export const NEXT_PROTOCOL = { NEXT_PROTOCOL: String(PROTOCOL + 1) };
export const LATER_PROTOCOL = { NEXT_PROTOCOL: String(PROTOCOL + 2) };
