import type { pages as swedish } from '../sv/pages.ts';
import type { Translated } from '../translated.ts';

export const pages = {
  howItWorks: {
    title: 'How it works',
    description: 'Three steps, and from then on one tap at the door is enough.',
    steps: [
      {
        title: 'Register an account',
        description: 'You need a name, an e-mail address and a password. Nothing else.',
      },
      {
        title: 'Add your children',
        description:
          'Each child has friends, with their parent’s phone number, and guests, with the other parent’s user id.',
      },
      {
        title: 'Start checking in',
        description:
          'Tap a friend’s name when they come and when they go. The time is kept on your phone at once and sent when there is a network.',
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
        text: 'Framme is a program that anybody can run: a family, a club or a town. Whoever hosts this address is responsible for the server and the data on it. The program is the same everywhere.',
      },
    ],
  },
  pricing: {
    title: 'Pricing',
    lead: 'The Framme program costs nothing to use.',
    sections: [
      {
        heading: 'No tiers, no purchases',
        text: 'There are no paid versions, no purchases in the app and no advertising. Everybody has every feature.',
      },
      {
        heading: 'Whoever hosts the server',
        text: 'Keeping a server running can cost money. If the host of this address asks for a fee, that is between you; the program has no till.',
      },
    ],
  },
  enterprise: {
    title: 'Enterprise',
    lead: 'There is no special edition for organisations. The same program serves a family and a club.',
    sections: [
      {
        heading: 'Run it yourselves',
        text: 'Framme starts with two commands on a computer or server of your own and keeps everything in a database there. Nothing leaves the server.',
      },
      {
        heading: 'Good to know',
        text: 'An account belongs to one family, and only that family sees its data. There are no roles for staff. If you need attendance for a whole preschool, Framme is not made for that.',
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
        text: 'If you use Framme at the door every day, you know best what works. Tell whoever hosts your server.',
      },
    ],
  },
  contact: {
    title: 'Contact',
    lead: 'Turn to whoever hosts this address, most often the person who gave you the link.',
    sections: [
      {
        heading: 'Questions about your account',
        text: 'Only the host of the server can answer questions about your account and your data. Do not write your password to anybody.',
      },
      {
        heading: 'Questions about a visit',
        text: 'Call the other parent. The phone number stands by the friend’s name in your profile.',
      },
    ],
  },
  support: {
    title: 'Support',
    lead: 'Answers to what happens most often.',
    sections: [
      {
        heading: 'I have no reception',
        text: 'Tap as usual. The change is kept on the phone, marked “Waiting for network”, and sent by itself once the network is back. The time is when you tapped.',
      },
      {
        heading: 'I tapped the wrong one',
        text: 'Tap Undo in the message that follows. Everything is then as it was before the tap.',
      },
      {
        heading: 'It says that I must sign in again',
        text: 'Your session has ended, for example because you signed out on another device. Sign in again, and what is waiting will be sent.',
      },
      {
        heading: 'Something could not be saved',
        text: 'A red box says what and why. Choose Try again, or Discard if it is no longer needed. Nothing disappears by itself.',
      },
    ],
  },
  privacy: {
    title: 'Privacy',
    lead: 'Framme stores what you write and the time when you tap. Nothing else.',
    sections: [
      {
        heading: 'What is stored',
        text: 'Your name, your e-mail address, your phone number if you give one, and your password in a form that cannot be read back. Your children’s names and birth dates. Friends’ names and their parents’ phone numbers. Guests’ names and their parents’ user ids. The times of check-ins and check-outs.',
      },
      {
        heading: 'What is not stored',
        text: 'No location, no pictures, no contacts from the phone, and nothing about how you use the app. No trackers and no requests to other companies.',
      },
      {
        heading: 'Where it is and who sees it',
        text: 'On the server of whoever hosts this address, and in the browser of the devices where you are signed in. Other families see none of it. The host can technically read the database, except for passwords. When you sign out, the device is emptied.',
      },
      {
        heading: 'Notifications',
        text: 'A check-in or check-out makes a notification with the other parent’s phone number or user id, the name, and whether it is in or out. In this version it is printed on the server; no text message or e-mail is sent. You can turn notifications off in your profile.',
      },
      {
        heading: 'For how long',
        text: 'Until you remove it. If you delete a child, that child’s friends, guests and visits go too. If you delete a friend or guest, the name stays in the history of past visits.',
      },
    ],
  },
  terms: {
    title: 'Terms',
    lead: 'Short and plain: this is how Framme is meant to be used.',
    sections: [
      {
        heading: 'A help, not supervision',
        text: 'Framme shows what somebody tapped. It does not know where a child is. The adults are responsible for the children, just as before.',
      },
      {
        heading: 'Other people’s data',
        text: 'You write names and phone numbers that belong to other families. Ask them first, and remove the data if they want you to.',
      },
      {
        heading: 'Your account',
        text: 'Keep your password to yourself. The host of the server may close accounts that are misused.',
      },
      {
        heading: 'As it is',
        text: 'The program is provided as it is, without warranties. The host of this address may have terms of their own beside these.',
      },
    ],
  },
  cookies: {
    title: 'Cookies',
    lead: 'Only what has to be there for Framme to work. That is why there is no box to click away.',
    sections: [
      {
        heading: 'Sign-in',
        text: 'A cookie (framme or __Host-framme) keeps you signed in. Only the server can read it, and it goes when you sign out.',
      },
      {
        heading: 'Language',
        text: 'A cookie (i18next) and one line in the browser’s storage (i18nextLng) remember whether you chose Swedish or English. It lasts a year.',
      },
      {
        heading: 'Your data on the device',
        text: 'While you are signed in, a copy of your family’s data is kept in the browser’s database, so that everything works without a network. It is removed when you sign out.',
      },
    ],
  },
  accessibility: {
    title: 'Accessibility',
    lead: 'Framme should work with one hand, with a keyboard and with a screen reader.',
    sections: [
      {
        heading: 'How it is built',
        text: 'The aim is WCAG 2.2 at level AA. Buttons are at least 48 pixels, the most important ones 64. Status is shown by icon, word and colour. Pages follow the light or dark mode of your phone, work at 400 % zoom and keep still if you asked for less motion.',
      },
      {
        heading: 'Are you stuck?',
        text: 'Tell the host of this address what you tried to do, in which browser and with which assistive technology. The fault is in the program, not in you.',
      },
    ],
  },
  getStarted: 'Get started',
  notFound: {
    title: 'Page not found',
    text: 'The address may be misspelt, or the page has moved. What you have saved is still there.',
    home: 'Go to the home page',
    support: 'Help and answers',
  },
} as const satisfies Translated<typeof swedish>;
