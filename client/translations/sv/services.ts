/** The connected providers of an account. */
export const services = {
  title: 'Inloggningssätt',
  lead: 'Koppla en annan tjänst till ditt konto, så kan du logga in med den.',
  none: 'Den som driver tjänsten har inte kopplat in någon annan inloggning.',
  connect: 'Koppla',
  connectNamed: 'Koppla {{provider}}',
  disconnect: 'Koppla bort',
  disconnectNamed: 'Koppla bort {{provider}}',
  since: 'Kopplad sedan {{date}}',
  not: 'Inte kopplad',
  disconnected: '{{provider}} är bortkopplad.',
  lastWayIn: 'Det är ditt enda sätt att logga in. Välj ett lösenord först, så kan du koppla bort det.',
} as const;
