/** The sentence of the footer by which a test tells the next version from this one. */
export const NEXT_VERSION = { before: 'Du ser vem som är framme.', after: 'Nu ser du vem som är framme.' };
