/**
 * The command by which this machine's host runs the others, like `framme`: the launcher of a release names it, and a checkout has
 * an npm script.
 */
export const FRAMME = process.env.FRAMME_COMMAND || 'npm run framme --';
