/** The id of the JSON element that lists the URLs of a document's scripts, the app's entry first. */
export const SCRIPTS_ELEMENT = 'scripts';
