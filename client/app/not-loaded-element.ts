/** The id of the element that says the app is not loaded yet; the app removes it. */
export const NOT_LOADED = 'not-loaded';
