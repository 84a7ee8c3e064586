import type { legal as swedish } from '#client/translations/sv/legal.ts';
import type { Translated } from '#client/translations/translated.ts';
import { privacy } from './pages/privacy.ts';

export const legal = {
  privacy,
  terms: {
    title: 'Terms',
    lead: 'Short and plain: this is how Framme is meant to be used.',
    sections: [
      {
        heading: 'An aid, not supervision',
        text: 'Framme shows what somebody tapped. It does not know where a child is. An answer through a link does not say who answered: never hand a child over because of an answer. The adults are responsible for the children, just as before.',
      },
      {
        heading: 'Other people’s data',
        text: 'You enter names and phone numbers that belong to other families. Ask them first, and remove the data if they want you to. Send a link to a visit to the child’s own family only, and allow links again only if they asked you to.',
      },
      {
        heading: 'Your account',
        text: 'Keep your password to yourself. Whoever runs the site may close accounts that are misused.',
      },
      {
        heading: 'As is',
        text: 'Framme is provided as is, without warranties. Whoever runs this site may have further terms of their own.',
      },
    ],
  },
  cookies: {
    title: 'Cookies',
    lead: 'Only what has to be there for Framme to work. That is why there is no box to click away.',
    points: [
      {
        name: 'What',
        text: 'Cookies that keep you signed in and remember your language, and a copy of your family’s data so that you can tap without a network.',
      },
      { name: 'Where', text: 'In your browser. Nothing is shared with other companies.' },
      { name: 'Who sees it', text: 'Only the server you are signed in to.' },
      {
        name: 'For how long',
        text: 'The sign-in for 180 days at most. The language, and that the browser is known, for a year.',
      },
      {
        name: 'How to delete it',
        text: 'Sign out, and your family’s data is removed from the device. The rest goes when you clear the browser’s data for this site.',
      },
    ],
    sections: [
      {
        heading: 'Sign-in',
        text: 'A cookie (framme) keeps you signed in for 180 days at most. Only the server can read it, and it goes when you sign out. Another (framme-device) remembers for a year that the browser is known to the account, so that nobody can lock you out by guessing passwords. While a sign-in of several steps is under way, there is a third (framme-step, framme-passkey, framme-trip or framme-newcomer) for some minutes. Over https all of these begin with __Host-. One line in the browser’s storage (framme.account) remembers who is signed in, and another (framme.held) whose data is on the device: an id, ids of the families that the account is or was in here, the email address with most characters hidden, and a checksum. If you sign out without a network, another (framme.leaving) remembers that until the server has heard of it: it holds nothing but a random value of that sign-in, nothing about who you are. If you ask for a code for a forgotten password, a random value (framme.recovery) is stored for an hour. If you decline to install the app, the time is stored (framme.install). If you show another service who you are in order to change your email address, the tab remembers the new one (framme.new-email) until you are back. If you open a link from an email and have to sign in first, the tab remembers the link (framme.mailed-link) meanwhile. If you open an invitation to a family, the tab remembers it (framme.invite) until you have joined or close the tab.',
      },
      {
        heading: 'Language',
        text: 'The language is stored at the first visit: in the browser’s storage (i18nextLng) until you clear it, and in a cookie (i18next) for a year, so that the server can send the page in the right language from the start. The cookie holds nothing but sv or en. On the page behind a link to a visit none of this is stored until somebody presses the language button, and then only the cookie.',
      },
      {
        heading: 'The page behind a link to a visit',
        text: 'Whoever opens a link needs no account, and nothing is stored on their device: no cookie, nothing in the browser’s storage or cache. The only exception is the language, if they press the language button.',
      },
      {
        heading: 'Your data on the device',
        text: 'While you are signed in, a copy of your family’s data is kept in the browser’s database, so that you can open the page and go on tapping without a network, and a tap is first put into the browser’s storage (framme.journal). What you tapped in the last 14 days is kept there after the server has it, also about somebody who was deleted since, so that it comes back if whoever runs the site has to restore a backup. All of this is removed when you sign out, and when the account is deleted. If somebody else signs in on the device, or it is signed out from another one, only changes that were never sent stay. The same goes for the data of a family that you have left. The site’s own files are kept in the browser’s cache too (framme- and the version), so that it opens without a network. They are the same for everybody, say nothing about the family, and stay when you sign out.',
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
        heading: 'How it is checked',
        text: 'Framme is checked by a program that goes through each page in both languages, light and dark, and takes the whole way from account to check-out with a keyboard alone, while everything that a screen reader would say is written down. Magnification, wider text spacing, the system’s own colours and reduced motion are checked the same way. A program does not hear and see as a person does: with the source code there is therefore also a check of a quarter of an hour to be done by hand.',
      },
      {
        heading: 'Are you stuck?',
        text: 'Tell whoever runs this site what you tried to do, in which browser and with which assistive technology. The fault is in Framme, not in you.',
      },
    ],
  },
} as const satisfies Translated<typeof swedish>;
