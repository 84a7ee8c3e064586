import { DAYS_REMOVED_KEPT, MAX_CORRECTIONS } from '#domain/limits.ts';

export const visit = {
  correctEnd: 'Rätta',
  giveTime: 'Ange tid',
  question: 'Har {{name}} gått hem?',
  answers: {
    now: 'Ja, nu',
    before: '30 min sedan',
    choose: 'Välj tid',
    stays: 'Sover över',
  },
  leftAt: '{{name}} checkades ut {{time}}.',
  cameAt: '{{name}} kom {{time}}.',
  stays: '{{name}} sover över.',
  asksAgain: 'Okej, då frågar vi igen.',
  remove: 'Ta bort besöket',
  removed: 'Besöket är borttaget.',
  restore: 'Återställ',
  restoreNamed: 'Återställ besöket av {{name}}, {{time}}',
  restored: 'Besöket är återställt.',
  cannotRestore: 'Besöket krockar med något som har ändrats sedan dess.',
  restoreFromList: 'Besöket gick inte att återställa härifrån. Se Borttagna besök i historiken.',
  removals: 'Borttagna besök ({{count}})',
  removedAt: 'Borttaget {{time}}',
  removalsHint: `Ett borttaget besök kan återställas i upp till ${DAYS_REMOVED_KEPT} dagar.`,
} as const;

export const correction = {
  title: 'Rätta tid',
  intro: 'Den gamla tiden syns kvar.',
  date: 'Datum',
  time: 'Tid',
  openHint: 'Skriv när besöket slutade, så checkas det ut då. Lämna tomt om det pågår.',
  unknownHint: 'Tiden är okänd. Lämna tomt om du inte vet.',
  done: 'Tiden är rättad.',
  undone: 'Ångrat. Tiden är som förut.',
  twice: 'Klockan ställs tillbaka. Vilken {{time}}?',
  first: 'första {{time}}',
  second: 'andra {{time}}',
  skipped: '{{time}} finns inte den dagen, för klockan ställs fram. Tiden blir {{moved}}.',
  problems: {
    unchanged: 'Ändra en tid först, eller avbryt.',
    incomplete: 'Fyll i både datum och tid.',
    'too-many-corrections': `Tiderna för ett besök kan ändras högst ${MAX_CORRECTIONS} gånger.`,
    'ends-before-start': 'Besöket kan inte sluta innan det började. Ändra någon av tiderna.',
    'in-the-future': 'Tiden ligger i framtiden. Välj en tid som har passerat.',
    overlaps: 'Tiden krockar med ett annat besök av {{name}}. Välj en tid som inte går in i det.',
    'visit-open': 'Besöket pågår. Checka ut först, sedan kan tiden rättas.',
    'not-found': 'Besöket finns inte längre. Det kan ha tagits bort på en annan telefon.',
    other: 'Ett fel uppstod. Försök igen.',
  },
} as const;

export const addVisit = {
  otherDay: 'Annan dag',
  earlier: '−{{minutes}} min',
  addIntro: 'För ett besök som ingen checkade in. Den andra familjen får ingen notis om det.',
  who: 'Vem var här?',
  nextDay: 'Besöket slutade dagen efter.',
  addDone: 'Besöket är tillagt.',
  addProblems: {
    who: 'Välj vem som var här.',
    incomplete: 'Fyll i datum och båda tiderna.',
    old: 'Så gamla besök sparas inte. Välj en senare dag.',
  },
} as const;
