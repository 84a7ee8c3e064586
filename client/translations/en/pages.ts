import type { pages as swedish } from '#client/translations/sv/pages.ts';
import type { Translated } from '#client/translations/translated.ts';
import { legal } from './legal.ts';
import { pageNotes } from './page-notes.ts';
import { help } from './pages/help.ts';
import { providers } from './providers.ts';
import { recovery } from './recovery.ts';

export const pages = {
  howItWorks: {
    title: 'How it works',
    description: 'Three steps, and from then on one tap at the door is enough.',
    steps: [
      {
        title: 'Register an account',
        description: 'You need a name, an email address and a password. Nothing else.',
      },
      {
        title: 'Add your children',
        description:
          'Each child has friends, with their parent’s phone number, and guests, with the other parent’s user id.',
      },
      {
        title: 'Start checking in',
        description:
          'Tap a friend’s name when they come and when they go. The time is kept on your phone at once, even without a network while the page is open, and sent when the network is back. If you want the other family to follow the visit, you send a link from your phone. They need no account.',
      },
    ],
    action: 'Get started',
  },
  about: {
    title: 'About Framme',
    lead: 'Framme is for parents who want to know which children are visiting, and when they went home.',
    sections: [
      {
        heading: 'Only what is needed',
        text: 'Framme has a list of your children and their friends, and two buttons: Check in and Check out. It follows nobody by GPS, shows no advertising and fetches nothing from other companies. The name is what Swedes say when they have arrived: “Nu är vi framme.”',
      },
      {
        heading: 'Your own server or somebody else’s',
        text: 'Anybody can run Framme on a server of their own: a family, a club or a town. Whoever runs this site is responsible for the server and the data on it. Framme is the same everywhere.',
      },
    ],
  },
  pricing: {
    title: 'Pricing',
    lead: 'Framme is free.',
    sections: [
      {
        heading: 'No tiers, no purchases',
        text: 'There are no paid versions, no purchases in the app and no advertising. Everybody has every feature.',
      },
      {
        heading: 'Whoever runs the site',
        text: 'Keeping a server running can cost money. If whoever runs this site charges a fee, that is between you and them; the app takes no payments.',
      },
    ],
  },
  enterprise: {
    title: 'Enterprise',
    lead: 'There is no special edition for organisations. The same app serves a family and a club.',
    sections: [
      {
        heading: 'Run it yourselves',
        text: 'Framme starts with two commands on a computer or server of your own and keeps everything in a database there. Nothing is sent on, except mail and sign-ins at other services that you set up yourselves.',
      },
      {
        heading: 'Good to know',
        text: 'An account belongs to one family, and no other family sees its data, except the visits that it sends a link to. There are no roles for staff. If you need attendance for a whole preschool, Framme is not made for that.',
      },
    ],
  },
  blog: {
    title: 'Blog',
    lead: 'There is no blog here yet.',
    sections: [
      {
        heading: 'What is new?',
        text: 'What changes in Framme is written in the change log (CHANGELOG) that comes with the source code.',
      },
    ],
  },
  careers: {
    title: 'Careers',
    lead: 'There is no company behind Framme that hires. You can lend a hand all the same.',
    sections: [
      {
        heading: 'Write code or words',
        text: 'The source code is small and described in the docs folder. A sentence that grates, a screen that is hard to use or a missing test is a good start.',
      },
      {
        heading: 'Tell how it goes',
        text: 'If you use Framme at the door every day, you know best what works. Tell whoever runs the site.',
      },
    ],
  },
  ...help,
  ...legal,
  ...pageNotes,
  providers,
  recovery,
  getStarted: 'Get started',
  inDetail: 'Read the details',
  notFound: {
    title: 'Page not found',
    text: 'The address may be misspelt, or the page has moved. What you have saved is still there.',
    home: 'Go to the home page',
    support: 'Help and answers',
  },
} as const satisfies Translated<typeof swedish>;
