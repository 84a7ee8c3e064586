/** The profile: its rows, personal info, preferences, and what only its lists of friends and guests say. */
export const profile = {
  title: 'Profil',
  back: 'Till profilen',
  settings: 'Mer om er och kontot',
  /** The pages behind the profile. */
  pages: {
    parents: { title: 'Föräldrar', about: 'Vilka ni är, bjud in en till' },
    device: { title: 'Den här enheten', about: 'Säg till här, Framme på hemskärmen' },
    account: { title: 'Inloggning', about: 'Lösenord, e-post och passnycklar' },
    security: { title: 'Säkerhet', about: 'Inloggade enheter, senaste händelser' },
    data: { title: 'Data', about: 'Hämta eller radera det som sparas' },
  },
  personal: 'Personuppgifter',
  preferences: 'Inställningar',
  firstName: 'Förnamn',
  lastName: 'Efternamn',
  email: 'E-post',
  emailHint: 'Du byter e-postadress under Inloggning.',
  emailFixed: 'Den här servern skickar ingen e-post, så adressen går inte att byta.',
  phone: 'Telefon',
  notifications: 'Notiser',
  notificationsHint:
    'Framme antecknar åt den andra föräldern när någon kommer och går. Anteckningen kan bara den som driver tjänsten läsa, så inget plingar hos den andra familjen. Vill du att de ska veta? Tryck på Meddela efter incheckningen.',
  language: 'Språk',
  userId: {
    title: 'Ditt användar-id',
    hint: 'Ge det till en förälder som vill lägga till ditt barn som gäst.',
    message: 'Mitt användar-id i Framme: {{id}}',
    copy: 'Kopiera',
    share: 'Dela',
    copied: 'Ditt användar-id är kopierat.',
    notCopied: 'Det gick inte att kopiera. Markera användar-id:t och kopiera själv.',
    notShared: 'Det gick inte att dela. Kopiera i stället.',
  },
  noFriends: {
    title: 'Inga vänner än',
    text: 'Lägg till en vän, så checkar du in med ett tryck när vännen kommer.',
  },
  noGuests: {
    title: 'Inga gäster än',
    text: 'En gäst är ett barn vars förälder du känner till med ett användar-id.',
  },
  parentIs: 'Förälder: {{contact}}',
  saved: 'Profil uppdaterad!',
  savedHere: 'Sparat på den här enheten. Skickas så snart det går.',
  notStored: 'Profilen kunde inte sparas på den här enheten. Det du skrev står kvar.',
  missing: { firstName: 'Skriv ditt förnamn.', lastName: 'Skriv ditt efternamn.' },
} as const;
