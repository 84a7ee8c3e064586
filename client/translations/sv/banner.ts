/** The banners above every page, the marks of what waits, and the changes that the server refused. */
export const banner = {
  lockedTitle: 'Du behöver logga in igen',
  lockedText: 'Inget har gått förlorat. Det du har gjort ligger kvar här och skickas när du har loggat in.',
  waiting: {
    one: 'Väntar på nät: 1 ändring är sparad här',
    other: 'Väntar på nät: {{count}} ändringar är sparade här',
  },
  waitingForSignIn: {
    one: 'Väntar på att du loggar in: {{count}} ändring är sparad här',
    other: 'Väntar på att du loggar in: {{count}} ändringar är sparade här',
  },
  waitingForTurn: {
    one: 'Många ändringar på kort tid: {{count}} ändring är sparad här och skickas snart',
    other: 'Många ändringar på kort tid: {{count}} ändringar är sparade här och skickas snart',
  },
  noContact: 'Ingen kontakt sedan {{time}}',
} as const;
