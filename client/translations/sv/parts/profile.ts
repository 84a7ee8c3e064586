/** The profile: personal info, preferences, and what only its lists of friends and guests say. */
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
  notificationsHint:
    'En notis är en rad på servern, som den som driver tjänsten kan läsa. Den andra familjen nås av det du själv skickar: tryck på Meddela efter incheckningen. Med länken i meddelandet ser de när vännen kom, är kvar och gick hem.',
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
  toParents: 'Föräldrar i familjen',
  toAccount: 'Konto och säkerhet',
  saved: 'Profil uppdaterad!',
  notStored: 'Profilen kunde inte sparas på den här enheten. Det du skrev står kvar.',
  missing: { firstName: 'Skriv ditt förnamn.', lastName: 'Skriv ditt efternamn.' },
} as const;
