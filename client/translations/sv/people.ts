import { MAX_NOTE } from '#domain/limits.ts';
import type { VisitorLabels } from '#domain/visitor-fields.ts';

export const people = {
  myChildren: 'Mina barn',
  children: 'Barn',
  friendsOf: 'Vänner till {{name}}',
  guestsOf: 'Gäster hos {{name}}',
  ofChild: 'Vänner och gäster',
  friendCount: { one: '{{count}} vän', other: '{{count}} vänner' },
  guestCount: { one: '{{count}} gäst', other: '{{count}} gäster' },
  hereCount: { zero: 'Lugnt i huset', one: '{{count}} är här', other: '{{count}} är här' },
  showMore: 'Visa fler',
  search: 'Sök namn',
  nobodyFound: 'Ingen heter ”{{typed}}”.',
  alreadyHere: 'Redan här',
  notHere: 'Inte här',
  hasNote: 'Har en anteckning',
  editNamed: 'Ändra {{name}}',
  removeNamed: 'Ta bort {{name}}',
  undoNamed: 'Ångra för {{name}}',
  checkInNamed: 'Checka in {{name}}',
  checkOutNamed: 'Checka ut {{name}}',
  statusNotSaved: 'Det sparades inte. Försök igen.',
  addChild: 'Lägg till barn',
  editChild: 'Ändra barn',
  followChild: 'Följ ett barn hos en annan familj',
  addFriend: 'Lägg till vän',
  editFriend: 'Ändra vän',
  friendAdded: 'Vän tillagd!',
  newFriend: 'Ny vän',
  newFriendOf: 'Ny vän till {{name}}',
  addGuest: 'Lägg till gäst',
  editGuest: 'Ändra gäst',
  loadFailed: {
    network: 'Uppgifterna kunde inte hämtas. Försök igen.',
    server: 'Servern svarade med ett fel. Det är inget fel på ditt nät. Försök igen om en stund.',
  },
  noChildren: {
    title: 'Lägg till ett barn för att komma igång',
    text: 'Sedan lägger du till barnets kompisar och checkar in dem när de kommer.',
  },
  fields: {
    name: 'Namn',
    birthDate: 'Födelsedatum',
    parentPhone: 'Förälderns telefon',
    parentPhoneHint: 'Till exempel 070-123 45 67',
    parentUserId: 'Förälderns användar-id',
    parentUserIdHint: 'Den andra föräldern hittar det i sin profil, under Ditt användar-id.',
    note: 'Anteckning',
    noteHint: `Till exempel allergi, eller vem som hämtar. Högst ${MAX_NOTE} tecken. Bara ni i familjen ser den.`,
  } as const satisfies VisitorLabels & Record<'birthDate', string>,
} as const;

/** Rows, preferences, and texts only for its lists of friends and guests. */
export const profile = {
  back: 'Till profilen',
  settings: 'Mer om er och kontot',
  pages: {
    parents: { title: 'Föräldrar', about: 'Vilka ni är, bjud in en till' },
    device: { title: 'Den här enheten', about: 'Notiser, Framme på hemskärmen' },
    account: { title: 'Inloggning', about: 'Lösenord, e-post och passnycklar' },
    security: { title: 'Säkerhet', about: 'Inloggade enheter, senaste händelser' },
    data: { title: 'Data', about: 'Hämta eller radera det som sparas' },
  },
  noFriends: {
    title: 'Inga vänner än',
    text: 'Lägg till en kompis, så checkar du in med ett tryck när kompisen kommer.',
  },
  noGuests: {
    title: 'Inga gäster än',
    text: 'En gäst är ett barn vars förälder du känner till med ett användar-id.',
  },
  parentIs: 'Förälder: {{contact}}',
} as const;
