import type { home as swedish } from '#client/translations/sv/home.ts';
import type { Translated } from '#client/translations/translations.ts';
import { HOURS_AFTER_VISIT } from '#domain/limits.ts';

export const home = {
  tab: 'Welcome',
  title: 'Welcome to Framme',
  promise: 'Peace of mind for both families, every visit',
  description:
    'One tap when your children’s friends arrive, one when they go home. The other family can see it too, without an account.',
  ask: 'Who has arrived?',
  register: 'Create account',
  free: 'Free. No app to download, no card needed.',
  toDashboard: 'Go to dashboard',
  sample: {
    title: 'Try it here',
    example: 'Example',
    hint: 'Press a button. The names are made up, and nothing is saved.',
    felt: 'This is how it feels.',
    people: [
      { name: 'Wilma', host: 'Alma', press: 'Check out Wilma' },
      { name: 'Leo', host: 'Hugo', press: 'Check out Leo' },
      { name: 'Maja', host: 'Hugo', press: 'Check in Maja' },
    ],
  },
  family: {
    title: 'The other family sees it too, without an account',
    text: `Send a link from your phone. They see when the child arrives and leaves, and can reply with one tap. The link shows that visit only, and works until ${HOURS_AFTER_VISIT} hours after the child has gone home.`,
    homeAgain:
      'There, and home again: when a child walks home alone, you hear of it if nobody says “Is home”.',
    picture: {
      label:
        'This is how the other family sees the visit: Wilma is with Alma, checked in. She arrived at 15:20 and is going home at about 18:00. They can reply that they are on their way, or say thanks.',
      headline: 'Wilma is with Alma',
      arrived: 'Arrived 15:20',
      planned: 'Home at about 18:00',
      answers: ['I’m on my way', 'Thanks'],
    },
  },
  featuresTitle: 'Simple at the door',
  features: {
    checkIn: {
      title: 'Check-in',
      text: 'Check in the ones who arrive, and out the ones who leave. The time is kept at once, even without a network, and sent when the network is back.',
    },
    notifications: {
      title: 'Notifications',
      text: 'After the tap, a message to the other parent is ready, with a link if you like. You send it from your own phone.',
    },
    privacy: {
      title: 'Privacy',
      text: 'No GPS and no tracking, only notifications about what you tap yourself. No other family sees what you keep here, except a visit that you send a link to.',
    },
  },
  how: {
    title: 'How to get started',
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
  host: {
    title: 'Who is behind it, and where is the data?',
    named:
      '{{name}} runs this site. The data is on their server, and on the devices where you are signed in.',
    unnamed:
      'The data is on the server of whoever runs this site, and on the devices where you are signed in.',
    text: 'There is no advertising and no tracking, and nothing is sold. You can export or delete everything at any time.',
    about: 'About Framme',
  },
} as const satisfies Translated<typeof swedish>;

export const texts = { home } as const;
