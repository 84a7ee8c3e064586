/** In both bundles beside `core`: no first screen of a parent shows one. */
export const callFailures = {
  emailTaken: 'Det finns redan ett konto med den här e-postadressen',
  weakPassword: 'Lösenordet behöver minst 6 tecken',
  passwordsDiffer: 'Lösenorden är inte likadana',
  invalidCredentials: 'Fel e-postadress eller lösenord',
  signIn: 'Kunde inte logga in. Kontrollera dina uppgifter.',
  register: 'Kontot kunde inte skapas. Kontrollera det du skrev och försök igen.',
  offline: 'Servern går inte att nå. Försök igen om en stund.',
  notLoaded: 'Uppgifterna kunde inte hämtas. Försök igen.',
  intercepted: 'Något annat än Framme svarar här. Kanske behöver du logga in på nätverket först.',
  tooMany: {
    one: 'Det blev för många försök. Försök igen om en minut.',
    other: 'Det blev för många försök. Försök igen om {{count}} minuter.',
  },
  invitationNeeded:
    'Inbjudan gäller inte längre. Den kan ha använts redan eller blivit för gammal. Be om en ny länk.',
  pendingSignUpOver: 'Det tog för lång tid. Gå till inloggningen och börja om.',
  providerUnreachable:
    'Tjänsten svarar inte just nu. Försök igen om en stund, eller logga in på ett annat sätt.',
  unavailable: 'Servern svarar inte som den ska just nu. Försök igen om en stund.',
  pageTooOld: 'Sidan är gammal. Ladda om den och försök igen.',
  linkExpired: 'Länken gäller inte längre. Den kan ha använts redan eller blivit för gammal. Be om en ny.',
  sendsNoMail: 'Den här servern skickar ingen e-post.',
  notStored: 'Den här enheten kunde inte spara inloggningen. Frigör utrymme i webbläsaren och försök igen.',
} as const;
