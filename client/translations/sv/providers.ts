/** Signing in with a provider: its outcomes, and the form for missing data. */
export const providers = {
  someService: 'den andra tjänsten',
  entering: 'Loggar in',
  outcomes: {
    cancelled: 'Du avbröt hos {{provider}}. Försök igen, eller logga in på ett annat sätt.',
    unreachable:
      '{{provider}} svarar inte just nu. Försök igen om en stund, eller logga in på ett annat sätt.',
    refused: '{{provider}} kunde inte visa vem du är. Försök igen, eller logga in på ett annat sätt.',
    expired: 'Det tog för lång tid, eller så började du i en annan webbläsare. Försök igen.',
    unavailable: 'Servern svarar inte som den ska just nu. Försök igen om en stund.',
    notInvited: 'Du har inget konto här. Det skapas bara genom en inbjudan, om det går alls.',
    notConnected:
      'Det finns redan ett konto med din e-postadress, och det är inte kopplat till {{provider}}. Logga in som du brukar. Under Konto och säkerhet kan du sedan koppla {{provider}}.',
  },
  /** The outcomes of an authorization flow that started on the account page. */
  onAccount: {
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
  pendingSignUp: {
    title: 'Nästan klart',
    lead: 'Du är inloggad hos {{provider}}. Kontrollera uppgifterna och fyll i det som saknas.',
    over: 'Det tog för lång tid, eller så är du redan klar. Logga in en gång till.',
    toLogIn: 'Till inloggningen',
  },
} as const;
