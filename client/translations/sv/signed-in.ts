import { MAX_NOTE } from '#domain/limits.ts';
import type { VisitorLabels } from '#domain/visitor-fields.ts';

/** The dashboard: the visitors who are here, the check-in list and today's timeline. */
export const hereNow = {
  title: 'Översikt',
  heading: 'Här nu',
  nobodyHint: 'Tryck på Checka in när någon kommer.',
  /** Those who came while the list held still. */
  news: { one: '{{count}} ny', other: '{{count}} nya' },
  showNews: 'Visa i listan',
  since: 'sedan {{time}}',
  everybodyHere: 'Inga fler att checka in.',
  nobodyYet: 'Inga vänner än.',
  usual: 'Vänner och gäster',
  done: 'Klar',
  neverHere: 'Har inte varit här än.',
  toProfile: 'Till profilen',
  leftAt: 'Gick {{time}}',
  checkedIn: '{{name}} är incheckad.',
  checkedOut: '{{name}} är utcheckad.',
  alreadyIn: '{{name}} är redan incheckad, sedan {{time}}.',
  alreadyOut: '{{name}} är redan utcheckad.',
  /** Several at once: marked in the sheet, or everybody who is here. */
  selectSeveral: 'Välj flera',
  selectNamed: 'Välj {{name}}',
  checkInCount: 'Checka in {{count}}',
  checkOutCount: 'Checka ut {{count}}',
  allHome: 'Alla går hem',
  allHomeTitle: { one: 'Går {{count}} hem?', other: 'Går alla {{count}} hem?' },
  countIn: { one: '{{count}} incheckad.', other: '{{count}} incheckade.' },
  countOut: { one: '{{count}} utcheckad.', other: '{{count}} utcheckade.' },
  countUndoneIn: {
    one: 'Ångrat. {{count}} är incheckad igen.',
    other: 'Ångrat. {{count}} är incheckade igen.',
  },
  countUndoneOut: {
    one: 'Ångrat. {{count}} är utcheckad igen.',
    other: 'Ångrat. {{count}} är utcheckade igen.',
  },
  othersChanged: 'För de andra har något nyare hänt.',
  lastCheckIn: 'Senaste incheckning',
  noCheckIn: 'Ingen har checkats in än.',
  today: 'Idag',
  todayEmpty: 'Ingen har varit här idag.',
  toHistory: 'Hela historiken',
} as const;

/** The history: filters, the cards of visits, corrections. */
export const history = {
  title: 'Historik',
  since: 'sedan {{from}}',
  arrivalUnknown: 'gick {{to}}, okänt när besöket började',
  departureUnknown: 'kom {{from}}, okänt när besöket slutade',
  with: 'hos',
  arrived: 'Kom',
  left: 'Gick',
  /** The end of an open visit. */
  goingHome: 'Går hem',
  unknown: 'okänd',
  uncertain: 'ungefärlig tid',
  corrected: 'Rättad',
  correctedTo: ' till ',
  correct: 'Rätta tid',
  staysNight: 'Sover över',
  added: 'Tillagt i efterhand {{time}}',
  filledIn: 'Ifylld i efterhand',
  add: 'Lägg till besök',
  by: 'av',
  and: 'och',
  formerParent: 'en tidigare förälder',
} as const;

/** Children, friends and guests: lists, forms and field problems. */
export const people = {
  myChildren: 'Mina barn',
  children: 'Barn',
  friendsOf: 'Vänner till {{name}}',
  guestsOf: 'Gäster hos {{name}}',
  ofChild: 'Vänner och gäster',
  friendCount: { one: '{{count}} vän', other: '{{count}} vänner' },
  guestCount: { one: '{{count}} gäst', other: '{{count}} gäster' },
  hereCount: { zero: 'Ingen här', one: '{{count}} är här', other: '{{count}} är här' },
  showMore: 'Visa fler',
  search: 'Sök ett namn',
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
  followChild: 'Följ ett barn: klistra in länken du fick',
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
    text: 'Sedan lägger du till barnets vänner och checkar in dem när de kommer.',
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

/** The pictures of a day and of a week. */
export const pictures = {
  now: 'nu',
  noVisits: 'inga besök',
} as const;

/** The dialog that messages the other family. The messages are in ../to-other-family.ts. */
export const tell = {
  word: 'Meddela',
  call: 'Ring',
  parentOf: 'Meddela föräldern till {{name}}',
  callParentOf: 'Ring föräldern till {{name}}',
  linkDead: 'Länken du skapade gäller inte längre.',
} as const;
