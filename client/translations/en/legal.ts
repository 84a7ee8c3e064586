import type { legal as swedish } from '#client/translations/sv/legal.ts';
import type { Translated } from '#client/translations/translated.ts';

export const legal = {
  privacy: {
    title: 'Privacy',
    lead: 'Framme stores what you write, when you tap, and what it takes to keep that in order. Nothing else.',
    sections: [
      {
        heading: 'What is stored',
        text: 'Your name, a username made from it, your email address, your phone number if you give one, your choice of language and notifications, and your password in a form that cannot be read back. If you add passkeys, recovery codes or another service to log in with: the name and the public part of the passkey, when it was last used and since when it is required, checksums of the codes, and the service’s id for you. If you change your email address: the new one, until the link is used or too old. If you begin with another service and do not finish, the name and email address from there are stored for about 90 minutes at most. Your children’s names and birth dates. Friends’ names and their parents’ phone numbers. Guests’ names and their parents’ user ids.',
      },
      {
        heading: 'What is stored about each tap',
        text: 'Who came or went and when, who tapped, the time and time zone of the device, a random id of the device, and when the server received the tap. If you correct a time, the one before stays beside it.',
      },
      {
        heading: 'What is stored about each log-in',
        text: 'The name of the device, when it began, when it was last used, when you last showed that it is you, and a checksum of the key in your cookie. The key itself is only in your browser. A log-in stops being valid after 180 days, or after 60 days without use. Links in mails are valid for a day at most. That a browser is known to the account is stored for a year. To slow down whoever guesses passwords, attempts are counted per account and address, under checksums that are removed when they are no longer needed.',
      },
      {
        heading: 'What is not stored',
        text: 'No position, no pictures, no contacts from the phone, and no statistics of how you use the app. No trackers, and no requests to other companies unless you choose to log in with one. Where the host sends mail, a mail server gets your address and the link.',
      },
      {
        heading: 'Where it is and who sees it',
        text: 'On the server of whoever hosts this address, and in the browser of the devices where you are logged in. Other families see none of it. The host can technically read the database, except for passwords. When you sign out, the family’s data is removed from the device. If a log-in stops being valid, the data stays there until you log in again.',
      },
      {
        heading: 'Notifications',
        text: 'A check-in or check-out makes a notification with the other parent’s phone number or user id, the name, and whether it is in or out. In this version it is printed on the server after a short while, usually ten seconds; no text message or email is sent. You can turn notifications off in your profile.',
      },
      {
        heading: 'For how long',
        text: 'Visits are deleted a year after they ended, unless you choose 30 days, 90 days or for ever. That holds on your devices too, when they reach the server. All else stays until you remove it. If you delete a child, that child’s friends, guests and visits go too. If you delete a friend or guest, the name stays in the history as long as the visits are kept.',
      },
      {
        heading: 'Take it along or delete it all',
        text: 'Under Profile, Account and security, you can download all that is stored except what proves who you are and what only keeps order, such as counted attempts and which taps have been received, choose how long visits are kept, and delete the account. When you delete it, all that belongs to the family goes at once, and waiting notifications are not sent. What stays is one checksum for each logged-in device, as long as the log-in would have lasted, so that the device can be told that the account is gone and empty itself. It does not say whose account it was. The checksums by which attempts are counted go within a few hours.',
      },
      {
        heading: 'Logs and backups',
        text: 'The server’s log holds no names, phone numbers, email addresses or keys. Notifications are printed apart from it. The host may have backups, and printed notifications, in which deleted things remain until those are thrown away. Ask how long they are kept.',
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
        heading: 'Log-in',
        text: 'A cookie (framme) keeps you logged in for 180 days at most. Only the server can read it, and it goes when you sign out. Another (framme-device) remembers for a year that the browser is known to the account, so that nobody can lock you out by guessing passwords. While a log-in of several steps is under way, there is a third (framme-step, framme-passkey, framme-trip or framme-newcomer) for some minutes. Over https all of these begin with __Host-. One line in the browser’s storage (framme.account) remembers who is logged in. If you sign out without a network, another (framme.leaving) remembers that until the server has heard of it. If you show another service who you are in order to change your email address, the tab remembers the new one (framme.new-email) until you are back.',
      },
      {
        heading: 'Language',
        text: 'The language is stored at the first visit: in the browser’s storage (i18nextLng) until you clear it, and in a cookie (i18next) for a year, so that the server can send the page in the right language from the start. The cookie holds nothing but sv or en.',
      },
      {
        heading: 'Your data on the device',
        text: 'While you are logged in, a copy of your family’s data is kept in the browser’s database, so that you can go on tapping without a network while the page is open, and a tap is first put into the browser’s storage (framme.journal). Both are removed when you sign out, and when the account is deleted.',
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
        text: 'Tell the host of this address what you tried to do, in which browser and with which assistive technology. The fault is in the program, not in you.',
      },
    ],
  },
} as const satisfies Translated<typeof swedish>;
