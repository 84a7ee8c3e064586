import type * as sv from '#client/translations/sv/pages.ts';
import type { Translated } from '#client/translations/translations.ts';
import { LONG_UNANSWERED_DAYS, type UNDO_MINUTES } from '#domain/limits.ts';
import type { English } from '#domain/number-words.ts';
import { legal } from './legal.ts';

export const pages = {
  howItWorks: {
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
          'Tap a friend’s name when they come and when they go. Once you are signed in, Framme opens without a network too: the time is kept on the phone and sent when the network is back. If you want the other family to follow the visit, you send a link from your phone. They need no account.',
      },
    ],
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
    lead: 'There is no special edition for organisations. The same app serves a family and a club.',
    sections: [
      {
        heading: 'Run it yourselves',
        text: 'Framme starts with two commands on a computer or server of your own and keeps everything in a database there. Nothing is sent on, except mail and sign-ins at other services that you set up yourselves.',
      },
      {
        heading: 'Good to know',
        text: 'An account belongs to one family, and no other family sees its data, except the visits that it chooses to show. There are no roles for staff. If you need attendance for a whole preschool, Framme is not made for that.',
      },
    ],
  },
  blog: {
    lead: 'There is no blog here yet.',
    sections: [
      {
        heading: 'What is new?',
        text: 'What changes in Framme is written in the change log (CHANGELOG) that comes with the source code.',
      },
    ],
  },
  careers: {
    lead: 'There is no company behind Framme that hires. You can lend a hand all the same.',
    sections: [
      {
        heading: 'Write code or words',
        text: 'The source code is small and described in the docs folder. A sentence that grates, a screen that is hard to use or a missing test is a good start.',
      },
      {
        heading: 'Tell us how it goes',
        text: 'If you use Framme at the door every day, you know best what works. Tell whoever runs the site.',
      },
    ],
  },
  contact: {
    lead: 'Contact whoever runs this site, most often the person who told you about it.',
    sections: [
      {
        heading: 'Questions about your account',
        text: 'Only whoever runs the site can answer questions about your account and your data. Never tell anybody your password.',
      },
      {
        heading: 'Questions about a visit',
        text: 'Call the other parent. The phone number is next to the friend’s name in your profile.',
      },
      {
        heading: 'Did you get a link to a visit?',
        text: `Under “What is stored about you” on the link’s page you can refuse more links from that family and ask to be removed. If you have not heard from them in ${LONG_UNANSWERED_DAYS} days, or want no family here to send links to your number, write to whoever runs the site.`,
      },
    ],
  },
  support: {
    lead: 'Answers to what happens most often.',
    sections: [
      {
        heading: 'I have no reception',
        text: 'Tap as usual. The change is kept on the phone, marked “Waiting for network” or “Not sent yet”, and sent by itself as soon as possible. The time is when you tapped. Once you are signed in, Framme opens without a network too.',
      },
      {
        heading: 'I tapped the wrong name',
        text: `Tap Undo in the message that follows, or by the name within ${'five' satisfies English[typeof UNDO_MINUTES]} minutes. Everything is then as it was before the tap. A wrong time is corrected in the history.`,
      },
      {
        heading: 'It says I need to sign in again',
        text: 'Your session has ended, for example because this device was signed out from another one, or the password was changed there. Sign in again, and what is waiting will be sent.',
      },
      {
        heading: 'Something could not be saved',
        text: 'A red box says what and why. Choose Try again, or Discard change if it is no longer needed. Nothing disappears by itself.',
      },
      {
        heading: 'There are two of us',
        text: 'Go to Profile, Parents, and invite the other one. Send the link or show the code. Anyone who opens it creates an account of their own or signs in, and asks to join; then you say yes. You will share everything, and it says which of you tapped. Anyone who leaves gets a copy of their own.',
      },
      {
        heading: 'An answer has come',
        text: 'Anyone with a link, and anyone who follows, can reply, so an answer does not say who wrote it. Never hand a child over because of an answer: call the parent if you are unsure.',
      },
      {
        heading: 'Following a child at another family',
        text: 'Open a link from the family where you are signed in and press Follow, or paste it in your profile. If somebody asks you, call if you are unsure, because names can be made up, and anyone with the link can ask. After a yes they see at each visit what a link shows, except your number. Both can end it: you at the friend in the profile, they under With others.',
      },
      {
        heading: 'A child walks home alone, or is on the way',
        text: 'Press Walks home alone after the check-out. The other family sees when the child left and is expected, and says Is home with one press. If nobody has said it a while after that time, Framme asks them, and then you. Whoever follows can say Goes there, or when the child comes; if no check-in comes, both are notified. Framme only knows what somebody has pressed, never where the child is: call if you wonder. A device that several people share is notified for the account that turned it on last.',
      },
      {
        heading: 'A family does not want links, or wants to be removed',
        text: 'The links then no longer work, and the top of the dashboard says what they asked for. If you choose Remove, the friend and all the visits disappear for good. If you choose Keep, they still get no links. You can always call.',
      },
    ],
  },
  ...legal,
  host: {
    heading: 'Who runs this site',
    name: '{{name}} hosts the server and is responsible for the data on it.',
    contact: 'Get in touch:',
  },
  notLoaded: { text: 'This page has not loaded fully.' },
  withoutScripts: {
    page: 'This page can be read without JavaScript. To sign in and check in, turn it on.',
    appShell: 'Framme needs JavaScript here. Turn it on in the browser and reload the page.',
  },
  getStarted: 'Get started',
  inDetail: 'Read the details',
  notFound: {
    title: 'Page not found',
    text: 'The address may be misspelt, or the page has moved. What you have saved is still there.',
    home: 'Go to the home page',
    support: 'Help and answers',
  },
} as const satisfies Translated<typeof sv.pages>;
