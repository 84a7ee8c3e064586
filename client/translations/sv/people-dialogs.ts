import type { VisitorMissing } from '#domain/visitor-fields.ts';

export const newFriend = {
  addAndCheckIn: 'Lägg till och checka in',
  onlyAdd: 'Bara lägg till',
  chooseChild: 'Välj ett barn.',
} as const;

export const missing = {
  name: 'Skriv ett namn.',
  birthDate: 'Välj ett födelsedatum.',
  parentPhone: 'Skriv förälderns telefonnummer.',
  parentUserId: 'Skriv förälderns användar-id.',
} as const satisfies VisitorMissing & Record<'birthDate', string>;

export const removal = {
  removeTitle: 'Ta bort {{name}}?',
  removeChildHere: {
    one: '{{names}} är incheckad här nu.',
    other: '{{names}} är incheckade här nu.',
  },
  removeChild: 'Vänner, gäster och besök hos {{name}} tas också bort. Det går inte att ångra.',
  removeVisitor: '{{name}} försvinner från listan. Tidigare besök finns kvar i historiken.',
  removeHere:
    '{{name}} är incheckad. Besöket avslutas, och tiden för när det slutade blir okänd. Checka ut först om du vill spara den.',
} as const;

export const firstRun = {
  progress: 'Steg {{number}} av {{count}}',
  skip: 'Hoppa över',
  next: 'Fortsätt',
  notNow: 'Inte nu',
  childTitle: 'Lägg till ditt barn',
  childHint: 'Har du fler barn lägger du till dem sedan.',
  friendTitle: 'Vem brukar komma till {{name}}?',
  friendHint: 'Lägg till en kompis. Med numret ringer eller skriver du till föräldern.',
  hereTitle: 'Är {{name}} här nu?',
  hereHint: 'Checka in, så sparas tiden. Det går att ångra.',
} as const;

export const profileForm = {
  personal: 'Personuppgifter',
  preferences: 'Inställningar',
  firstName: 'Förnamn',
  lastName: 'Efternamn',
  email: 'E-post',
  emailHint: 'Du byter e-postadress under Inloggning.',
  emailFixed: 'Den här servern skickar ingen e-post, så adressen går inte att byta.',
  phone: 'Telefon',
  notifications: 'Notiser',
  notificationsHint: 'Logg på servern. Skickas inte till någon.',
  language: 'Språk',
  userId: {
    title: 'Ditt användar-id',
    hint: 'För en förälder som vill lägga till ditt barn som gäst.',
    message: 'Mitt användar-id i Framme: {{id}}',
    copied: 'Ditt användar-id är kopierat.',
    notCopied: 'Det gick inte att kopiera. Markera användar-id:t och kopiera själv.',
    notShared: 'Det gick inte att dela. Markera användar-id:t och kopiera.',
  },
  saved: 'Profil uppdaterad!',
  savedHere: 'Sparat på den här enheten. Skickas så snart det går.',
  notStored: 'Profilen kunde inte sparas på den här enheten. Det du skrev står kvar.',
  missing: { firstName: 'Skriv ditt förnamn.', lastName: 'Skriv ditt efternamn.' },
} as const;
