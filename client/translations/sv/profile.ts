/** The parent's own profile: personal info and preferences. */
export const profile = {
  title: 'Profil',
  personal: 'Personuppgifter',
  preferences: 'Inställningar',
  firstName: 'Förnamn',
  lastName: 'Efternamn',
  email: 'E-post',
  emailHint: 'Du byter e-postadress under Konto och säkerhet.',
  phone: 'Telefon',
  notifications: 'Notiser',
  notificationsHint: 'Skapa en notis till den andra föräldern när någon checkas in eller ut.',
  language: 'Språk',
  toAccount: 'Konto och säkerhet',
  saved: 'Profil uppdaterad!',
  notStored: 'Profilen kunde inte sparas på den här enheten. Det du skrev står kvar.',
  missing: { firstName: 'Skriv ditt förnamn.', lastName: 'Skriv ditt efternamn.' },
} as const;
