import type { home as swedish } from '#client/translations/sv/home.ts';
import type { Translated } from '#client/translations/translated.ts';

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
  modal: {
    chooseChild: 'Whose friend is it?',
    chooseVisitorIn: 'Who’s here to see {{name}}?',
    chooseVisitorOut: 'Who’s going home?',
    alreadyIn: '{{name}} is already checked in since {{time}}.',
    alreadyOut: '{{name}} is already checked out since {{time}}.',
    since: 'since {{time}}',
    parentId: 'Parent: {{id}}',
    signedOutTitle: 'Sign in first',
    signedOutText:
      'To check anybody in or out you need an account with your children and their friends. Once you have signed in, you go on right here.',
    noChildrenTitle: 'No children yet',
    noChildrenText: 'Add your child. Then you add the friends who usually come.',
    noVisitorsTitle: 'No friends yet',
    noVisitorsText: 'Add a friend of {{name}}, and check them in with one tap when they arrive.',
    toProfile: 'Go to profile',
    notStored: 'This device could not save it. Try again, or free some space in the browser.',
    loadFailed: 'Your data could not be fetched. Check the network and try again.',
  },
} as const satisfies Translated<typeof swedish>;
