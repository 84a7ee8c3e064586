import { MONTH_DAYS, QUARTER_DAYS, type YEAR_DAYS } from '#domain/limits.ts';
import type { Swedish } from '#domain/number-words.ts';

export const history = {
  since: 'sedan {{from}}',
  arrivalUnknown: 'gick {{to}}, okänt när besöket började',
  departureUnknown: 'kom {{from}}, okänt när besöket slutade',
  with: 'hos',
  arrived: 'Kom',
  left: 'Gick',
  unknown: 'okänd',
  uncertain: 'ungefärlig tid',
  corrected: 'Rättad',
  correctedTo: ' till ',
  staysNight: 'Sover över',
  added: 'Tillagt i efterhand {{time}}',
  filledIn: 'Ifylld i efterhand',
  add: 'Lägg till besök',
  by: 'av',
  and: 'och',
  formerParent: 'en tidigare förälder',
} as const;

export const historyPage = {
  filters: 'Filter',
  child: 'Barn',
  allChildren: 'Alla barn',
  person: 'Vän',
  everyone: 'Alla vänner',
  day: 'Dag',
  today: 'Idag',
  yesterday: 'Igår',
  thisWeek: 'Denna vecka',
  lastSeven: '7 dagar',
  count: { one: '{{number}} besök', other: '{{number}} besök' },
  loadingOlder: 'Äldre besök hämtas …',
  kept: {
    days_30: `Besök sparas i ${MONTH_DAYS} dagar.`,
    days_90: `Besök sparas i ${QUARTER_DAYS} dagar.`,
    days_365: `Besök sparas i ${'ett år' satisfies Swedish[typeof YEAR_DAYS]}.`,
    days_forever: 'Besök sparas för alltid.',
    change: 'Ändra hur länge',
  },
  empty: {
    title: 'Inga besök än',
    text: 'När du checkar in en kompis visas besöket här.',
    action: 'Till översikten',
  },
  filteredEmpty: {
    title: 'Inga besök att visa',
    text: 'Välj en annan dag, ett annat barn eller en annan kompis.',
    action: 'Visa alla besök',
  },
  showMore: 'Visa fler besök',
  shown: 'Visar {{shown}} av {{number}} besök.',
} as const;
