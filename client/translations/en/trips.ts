import type * as sv from '#client/translations/sv/trips.ts';
import type { Translated } from '#client/translations/translations.ts';

export const trips = {
  onTheWay: 'On the way home since {{time}}',
  about: 'about {{time}}',
  due: 'expected\u00a0{{time}}',
  wasDue: 'was\u00a0expected\u00a0{{time}}',
  onlyYou: 'Only you see this',
  unsent: 'Not sent yet. The family knows nothing.',
  late: 'Nobody has said that {{name}} is home',
  notByFamily: 'The family has not said that {{name}} is home',
  silent: 'No answer has reached this phone (last heard {{time}})',
  unknown: 'Unknown after a restore',
  saidBy: 'Home, said by {{by}} {{time}}',
  family: 'the family',
  called: 'Home, they called {{time}}',
  byLink: 'Said through the link {{time}}',
  homeByLink: 'Home, said through the link {{time}}',
  unsaid: 'Nobody said that {{name}} got home',
  isHome: 'Is home',
  theyCalled: 'They called: {{name}} is home',
  saidHome: 'You have said that {{name}} is home.',
  takeBack: 'Does not walk home alone',
  expected: 'Expected here?',
  notExpected: 'Not expected',
} as const satisfies Translated<typeof sv.trips>;
