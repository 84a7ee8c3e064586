import type { Translated } from '#client/translations/parts.ts';
import type { home as swedish } from '#client/translations/sv/home.ts';

export const home = {
  tab: 'Welcome',
  title: 'Welcome to Framme',
  promise: 'Always know which friends are at your place',
  description:
    'Your child’s friends come and go. Check them in with one tap when they arrive, and check them out when they go home.',
  ask: 'Who has arrived?',
  register: 'Create account',
  free: 'Free. No app to download, no card needed.',
  haveAccount: 'Already have an account?',
  logIn: 'Sign in',
  toDashboard: 'Go to dashboard',
  board: {
    label:
      'This is Framme: Wilma and Leo are here, with the time they came and the button Check out. Maja has just been checked in, and that can be undone.',
    heading: 'Here now · 3',
    people: [
      { name: 'Wilma', since: '15:20 · with Alma' },
      { name: 'Leo', since: '16:05 · with Hugo' },
    ],
    last: 'Maja · checked in',
  },
  featuresTitle: 'Peace of mind for both families',
  features: {
    checkIn: {
      title: 'Check-in',
      text: 'One tap when somebody arrives, one when they leave. The time is kept at once, even without reception while the page is open.',
    },
    notifications: {
      title: 'Notifications',
      text: 'After a tap, a message to the other parent is ready, if you like with a link that shows when the friend arrived, is there and went home. You send it from your own phone; nothing goes out by itself.',
    },
    privacy: {
      title: 'Privacy',
      text: 'No GPS and no tracking, only notifications. No other family sees what you keep here, except a visit that you send a link to.',
    },
  },
  how: {
    title: 'Ready in three minutes',
    one: 'Create an account.',
    two: 'Add your children and their friends.',
    three: 'Tap when somebody comes or goes.',
    register: 'Get started',
    picture: 'A house in evening light with an open door, and a check mark that says everybody has arrived.',
  },
  history: {
    title: 'Who was here, and when?',
    text: 'Every visit is kept for a year, or as long as you choose, with the times it began and ended. You do not have to remember.',
    action: 'Show history',
  },
} as const satisfies Translated<typeof swedish>;
