import type { home as swedish } from '#client/translations/sv/home.ts';
import type { Translated } from '#client/translations/translations.ts';

export const home = {
  tab: 'Welcome',
  title: 'Welcome to Framme',
  promise: 'Peace of mind for both families, every visit',
  description:
    'One tap when your children’s friends arrive, one when they go home. The other family sees it too, without an account. No GPS.',
  ask: 'Who has arrived?',
  register: 'Create account',
  free: 'Free. No app to download, no card needed.',
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
  featuresTitle: 'Simple at the door',
  features: {
    checkIn: {
      title: 'Check-in',
      text: 'One tap in, one tap out. The time is kept at once, even without a network, and sent when the network is back.',
    },
    notifications: {
      title: 'Notifications',
      text: 'Send a link from your phone: the other family sees the visit and replies with one tap, without an account. When a child walks home alone, you hear of it if nobody says “Is home”.',
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
    picture:
      'A house in evening light with an open door and a light in every window. Two children have arrived.',
  },
  history: {
    title: 'Who was here, and when?',
    text: 'Every visit is kept for a year, or as long as you choose. You do not have to remember.',
    action: 'Show history',
  },
  host: {
    named: '{{name}} runs this site, and the data is on their server.',
    unnamed: 'The data is on the server of whoever runs this site.',
    text: 'No advertising, no tracking, and nothing is sold. Download or delete everything whenever you like.',
    about: 'About Framme',
  },
} as const satisfies Translated<typeof swedish>;

export const texts = { home } as const;
