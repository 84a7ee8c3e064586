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
  notificationsHint:
    'Den andra familjen får inget av det här än: varje in- och utcheckning blir bara en rad på servern, som den som driver tjänsten kan läsa. Vill du att föräldern ska veta? Tryck på Meddela efter incheckningen, så skickar du själv från din telefon.',
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
  toAccount: 'Konto och säkerhet',
  saved: 'Profil uppdaterad!',
  notStored: 'Profilen kunde inte sparas på den här enheten. Det du skrev står kvar.',
  missing: { firstName: 'Skriv ditt förnamn.', lastName: 'Skriv ditt efternamn.' },
} as const;
