/** The id, and the class, of the element that says that the page has not loaded completely. */
export const NOT_LOADED = 'not-loaded';
