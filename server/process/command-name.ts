/** The operator's command: a release's launcher names it, a checkout has an npm script. */
export const FRAMME = process.env.FRAMME_COMMAND || 'npm run framme --';
