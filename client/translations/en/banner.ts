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
  noContact: 'No contact since {{time}}',
} as const;
