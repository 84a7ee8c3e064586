import type { help as swedish } from '#client/translations/sv/pages/help.ts';
import type { Translated } from '#client/translations/translated.ts';

export const help = {
  contact: {
    title: 'Contact',
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
        text: 'Under “What is stored about you” on the link’s page you can refuse more links from that family and ask to be removed. If you have not heard from them in 30 days, or want no family here to send links to your number, write to whoever runs the site.',
      },
    ],
  },
  support: {
    title: 'Support',
    lead: 'Answers to what happens most often.',
    sections: [
      {
        heading: 'I have no reception',
        text: 'Tap as usual. The change is kept on the phone, marked “Waiting for network”, and sent by itself once the network is back. The time is when you tapped. If you are signed in, the dashboard mostly opens without a network too.',
      },
      {
        heading: 'I tapped the wrong name',
        text: 'Tap Undo in the message that follows, or by the name within five minutes. Everything is then as it was before the tap. A wrong time is corrected in the history.',
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
        text: 'Go to Profile, Parents in the family, and invite the other one. Show the code or send the link. Whoever opens it logs in or creates an account of their own, and asks; then you let them in. You will both see and do the same, and it says which of you tapped. Whoever leaves gets a copy of their own.',
      },
      {
        heading: 'An answer has come through the link',
        text: 'Everybody who has the link can answer, so an answer does not say who wrote it. Never hand a child over because of an answer: call the parent if you wonder.',
      },
      {
        heading: 'A family wants no links, or wants to be removed',
        text: 'The links then show nothing any more, and the top of the dashboard says what they asked for. If you remove, the friend and all the visits go completely. If you keep, their no to links still stands. You can always call.',
      },
    ],
  },
} as const satisfies Translated<typeof swedish>;
