/** The other services that an account can be signed in to with. */
export const services = {
  title: 'Inloggningssätt',
  lead: 'Koppla en annan tjänst till ditt konto, så kan du logga in med den.',
  none: 'Den som driver den här tjänsten har inte kopplat in någon annan inloggning.',
  someService: 'den andra tjänsten',
  connect: 'Koppla',
  connectNamed: 'Koppla {{provider}}',
  disconnect: 'Koppla bort',
  disconnectNamed: 'Koppla bort {{provider}}',
  since: 'Kopplad sedan {{date}}',
  not: 'Inte kopplad',
  disconnected: '{{provider}} är bortkopplad.',
  lastWayIn: 'Det är ditt enda sätt att logga in. Välj ett lösenord först, så kan du koppla bort det.',
  outcomes: {
    connected: '{{provider}} är kopplad till ditt konto.',
    proven: 'Tack, nu vet vi att det är du. Fortsätt där du var.',
    cancelled: 'Du avbröt hos {{provider}}. Inget har ändrats.',
    unreachable: '{{provider}} svarar inte just nu. Försök igen om en stund.',
    refused: '{{provider}} kunde inte visa vem du är. Försök igen.',
    expired: 'Det tog för lång tid, eller så loggade du in på nytt under tiden. Försök igen.',
    alreadyUsed:
      'Det kontot hos {{provider}} är redan kopplat till ett annat Framme-konto. Välj ett annat, eller koppla bort det där först.',
    someoneElse: 'Det kontot hos {{provider}} är inte kopplat till ditt konto. Välj det som är det.',
    unavailable: 'Servern svarar inte som den ska just nu. Försök igen om en stund.',
  },
} as const;
