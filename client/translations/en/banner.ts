/** The banners above every page, the marks of what waits, and the changes that the server refused. */
export const banner = {
  lockedTitle: 'Please sign in again',
  lockedText: 'Nothing is lost. What you did is kept here and will be sent once you have signed in.',
  waiting: {
    one: 'Waiting for network: 1 change is saved here',
    other: 'Waiting for network: {{count}} changes are saved here',
  },
  waitingForSignIn: {
    one: 'Waiting for you to sign in: {{count}} change is saved here',
    other: 'Waiting for you to sign in: {{count}} changes are saved here',
  },
  waitingForTurn: {
    one: 'Many changes in a short time: {{count}} change is saved here and will be sent soon',
    other: 'Many changes in a short time: {{count}} changes are saved here and will be sent soon',
  },
  tooOldTitle: 'This page needs to be reloaded',
  tooOldText:
    'There is a new version of Framme. Reload the page. Nothing is lost: what you did is kept here and will be sent then.',
  tooNewTitle: 'The server is older than this page',
  tooNewText:
    'The server needs to be updated before it understands this page. Nothing is lost: what you did is kept here and will be sent then.',
  noContact: 'No contact since {{time}}',
  clockFast: 'The clock of this device is {{by}} fast. The times here are right all the same.',
  clockSlow: 'The clock of this device is {{by}} slow. The times here are right all the same.',
  refusedAt: '{{what}}, {{time}}',
  refused: {
    one: '{{count}} change could not be saved',
    other: '{{count}} changes could not be saved',
  },
  showRefused: 'Show',
  gone: '{{name}} is no longer in the list.',
} as const;
