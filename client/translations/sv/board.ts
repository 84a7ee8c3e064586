export const hereNow = {
  heading: 'Här nu',
  nobodyHint: 'Ett fönster tänds för varje vän som kommer.',
  /** Arrived while the list was frozen. */
  news: { one: '{{count}} ny', other: '{{count}} nya' },
  showNews: 'Visa i listan',
  since: 'sedan {{time}}',
  everybodyHere: 'Inga fler att checka in.',
  nobodyYet: 'Inga vänner än.',
  done: 'Klar',
  neverHere: 'Har inte varit här än.',
  toProfile: 'Till profilen',
  leftAt: 'Gick {{time}}',
  lastAt: 'senast {{time}}',
  checkedIn: '{{name}} är incheckad.',
  checkedOut: '{{name}} är utcheckad.',
  alreadyIn: '{{name}} är redan incheckad, sedan {{time}}.',
  alreadyOut: '{{name}} är redan utcheckad.',
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
  othersChanged: 'De andra har ändrats sedan dess.',
  lastCheckIn: 'Senaste incheckning',
  noCheckIn: 'Ingen har checkats in än.',
  todayEmpty: 'Ingen har varit här idag.',
  usual: 'Brukar komma {{day}}ar',
} as const;

export const pictures = {
  planned: 'hem enligt plan',
  plannedAt: 'ska hem {{time}}',
} as const;

export const trip = {
  start: 'Går hem själv',
  started: '{{name}} väntas hem {{time}}.',
  takenBack: 'Ångrat. {{name}} går inte hem själv.',
} as const;

/** The messages are in ../to-other-family.ts. */
export const messageParent = {
  word: 'Meddela',
  call: 'Ring',
  parentOf: 'Meddela föräldern till {{name}}',
  callParentOf: 'Ring föräldern till {{name}}',
  linkDead: 'Länken du skapade gäller inte längre.',
} as const;

export const modal = {
  chooseChild: 'Vems kompis är det?',
  chooseVisitorIn: 'Vem har kommit till {{name}}?',
  chooseVisitorOut: 'Vem går hem?',
  others: 'Övriga',
  alreadyIn: '{{name}} är redan incheckad sedan {{time}}.',
  alreadyOut: '{{name}} är redan utcheckad sedan {{time}}.',
  parentId: 'Förälder: {{id}}',
  signedOutTitle: 'Först behövs ett konto',
  signedOutText: 'Där sparas barnen och deras vänner. När du har loggat in fortsätter du här.',
  tryFirst: 'Vill du prova först? Stäng, och tryck på exemplet på sidan.',
  noChildrenTitle: 'Inga barn än',
  noChildrenText: 'Lägg till ditt barn. Sedan lägger du till kompisarna som brukar komma.',
  noVisitorsText: 'Lägg till en kompis till {{name}}, så checkar du in med ett tryck när kompisen kommer.',
  toProfile: 'Till profilen',
  notStored: 'Det gick inte att spara på enheten. Frigör utrymme i webbläsaren och försök igen.',
  loadFailed: 'Uppgifterna kunde inte hämtas. Försök igen.',
} as const;
