/** In both bundles beside `core`: no first screen of a parent shows one. */
export const callFailures = {
  'email-taken': 'Det finns redan ett konto med den här e-postadressen',
  'weak-password': 'Lösenordet behöver minst 6 tecken',
  passwordsDiffer: 'Lösenorden är inte likadana',
  'invalid-credentials': 'Fel e-postadress eller lösenord',
  signIn: 'Kunde inte logga in. Kontrollera dina uppgifter.',
  register: 'Kontot kunde inte skapas. Kontrollera det du skrev och försök igen.',
  offline: 'Servern går inte att nå. Försök igen om en stund.',
  notLoaded: 'Uppgifterna kunde inte hämtas. Försök igen.',
  intercepted: 'Något annat än Framme svarar här. Du kanske behöver logga in på nätverket först.',
  tooMany: {
    one: 'Det blev för många försök. Försök igen om en minut.',
    other: 'Det blev för många försök. Försök igen om {{count}} minuter.',
  },
  'invitation-needed':
    'Inbjudan gäller inte längre. Den kan ha använts redan eller blivit för gammal. Be om en ny länk.',
  'sign-up-over': 'Det tog för lång tid. Gå till inloggningen och börja om.',
  'provider-unreachable':
    'Tjänsten svarar inte just nu. Försök igen om en stund, eller logga in på ett annat sätt.',
  unavailable: 'Servern svarar inte som den ska just nu. Försök igen om en stund.',
  pageTooOld: 'Sidan är gammal. Ladda om den och försök igen.',
  'link-expired': 'Länken gäller inte längre. Den kan ha använts redan eller blivit för gammal. Be om en ny.',
  'sends-no-mail': 'Den här servern skickar ingen e-post.',
  'not-stored':
    'Den här enheten kunde inte spara inloggningen. Frigör utrymme i webbläsaren och försök igen.',
} as const;
