import type { CommandName } from '#domain/commands/catalogue.ts';
import { MAX_CORRECTIONS, MOST_LINKS, PLAN_DAYS } from '#domain/limits.ts';

/** For the list of refused changes and the file of unsent ones. */
export const commands = {
  addChild: 'Lägga till barn',
  editChild: 'Ändra barn',
  deleteChild: 'Ta bort barn',
  addFriend: 'Lägga till vän',
  editFriend: 'Ändra vän',
  deleteFriend: 'Ta bort vän',
  addGuest: 'Lägga till gäst',
  editGuest: 'Ändra gäst',
  deleteGuest: 'Ta bort gäst',
  checkIn: 'Incheckning',
  checkOut: 'Utcheckning',
  undo: 'Ångra',
  correctVisit: 'Ändrad tid',
  addVisit: 'Lägga till besök',
  deleteVisit: 'Ta bort besök',
  restoreVisit: 'Återställa besök',
  stayNight: 'Sover över',
  expectHome: 'Planerad tid hem',
  giveLink: 'Länk till besök',
  takeLinksBack: 'Ta tillbaka länk',
  replyToAnswer: 'Svar till den andra familjen',
  allowLinks: 'Tillåta länkar',
  answerRemoval: 'Behålla person',
  expectArrival: 'Väntad tid',
  startTrip: 'Går hem själv',
  endTrip: 'Svar om vägen hem',
  reopenTrip: 'Ångrat svar om vägen hem',
  updateProfile: 'Ändrad profil',
  keepVisits: 'Ändrat hur länge besök sparas',
} as const satisfies Record<CommandName, string>;

/** Household limits are in common.ts. */
export const refusals = {
  'invalid-arguments': 'Något av det du skrev går inte att spara.',
  'unknown-command': 'Servern känner inte till den här ändringen. Ladda om sidan och försök igen.',
  'not-found': 'Det som skulle ändras finns inte längre.',
  'id-taken': 'Det här har redan lagts till.',
  superseded: 'Någon har ändrat det här efter dig.',
  'changed-meanwhile': 'Någon har sparat något annat här under tiden.',
  'visit-open': 'Besöket pågår fortfarande.',
  'ends-before-start': 'Sluttiden ligger före starttiden.',
  'in-the-future': 'Tiden ligger i framtiden.',
  overlaps: 'Tiden krockar med ett annat besök.',
  'out-of-order': 'Ändringarna kom i fel ordning. Försök igen.',
  'too-many-corrections': `Tiderna för ett besök kan ändras högst ${MAX_CORRECTIONS} gånger.`,
  'in-the-past': 'Tiden har redan varit.',
  'too-far-ahead': `Tiden ligger mer än ${PLAN_DAYS} dagar fram.`,
  'link-limit': `Det finns redan ${MOST_LINKS} länkar. Ta tillbaka dem först.`,
  'links-refused': 'Familjen vill inte ha länkar, så länken gäller inte.',
  failed: 'Något gick fel hos oss. Försök igen om en stund.',
} as const;

export const refused = {
  at: '{{what}}, {{time}}',
  count: {
    one: '{{count}} ändring kunde inte sparas',
    other: '{{count}} ändringar kunde inte sparas',
  },
  show: 'Visa',
  gone: '{{name}} finns inte kvar i listan.',
} as const;

export const meanwhile = {
  title: 'Ändrat under tiden',
  text: 'Det här sparades medan du skrev, av en annan förälder eller på en annan enhet. Ska det ersättas med det du har skrivit?',
  now: 'Nu står det: {{held}}',
  nothing: '(tomt)',
  replace: 'Ersätt med mitt',
} as const;
