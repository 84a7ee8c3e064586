/** The id of the element that lists, as JSON, the addresses of a document's scripts, the app's own first. */
export const SCRIPTS_ELEMENT = 'scripts';
