import type * as sv from '#client/translations/sv/legal.ts';
import type { Translated } from '#client/translations/translations.ts';
import {
  ACTIVITY_DAYS,
  DAYS_REMOVED_KEPT,
  type ENDED_SESSION_DAYS,
  INVITATION_HOURS,
  type MAIL_LINK_HOURS,
  MONTH_DAYS,
  QUARTER_DAYS,
  QUESTION_DAYS,
  RESTORE_DAYS,
  SESSION_DAYS,
  SIGN_UP_MINUTES,
  type TRUSTED_BROWSER_DAYS,
  type UNDO_EMAIL_DAYS,
  UNSEEN_SESSION_DAYS,
  type YEAR_DAYS,
} from '#domain/limits.ts';
import type { English } from '#domain/number-words.ts';

export const legal = {
  privacy: {
    lead: 'Framme stores what you enter, when you tap, and what it takes to keep that in order. Nothing else.',
    points: [
      {
        name: 'What',
        text: 'Names, phone numbers, birth dates, the times of visits and what you note about a friend. No location, no pictures and no advertising.',
      },
      {
        name: 'Where',
        text: 'On the server of whoever runs this site, and on the devices where you are signed in.',
      },
      {
        name: 'Who sees it',
        text: 'Your family. A single visit: anyone with a link to it. A child’s visits: a family that you said yes to. Whoever runs the site can read the database, but not the passwords.',
      },
      {
        name: 'For how long',
        text: 'Visits for a year, or as long as you choose. The rest until you remove it.',
      },
      {
        name: 'How to delete it',
        text: 'Remove a child, a friend or a guest in your profile, or the whole account under Profile, Data.',
      },
    ],
    sections: [
      {
        heading: 'What is stored',
        text: `Your name, a username made from it, your email address, your phone number if you give one, your choice of language and notifications, and your password in a form that cannot be read back. If you add passkeys, recovery codes or another service to sign in with: the name and the public part of the passkey, when it was last used and since when it is required, checksums of the codes, and the service’s id for you. If you change your email address: the new one, until the link is used or too old, and then the former one for ${'seven' satisfies English[typeof UNDO_EMAIL_DAYS]} days, with the password of that time in the same unreadable form, so that the change can be undone. A password that you change is kept for ${'seven' satisfies English[typeof UNDO_EMAIL_DAYS]} days in that form too, for the same reason. If you begin with another service and do not finish, the name and email address from there are stored for about ${SIGN_UP_MINUTES + 60} minutes at most. Your children’s names and birth dates. Friends’ names and their parents’ phone numbers. Guests’ names and their parents’ user ids. What you note about them, an allergy for example; only your family sees it, never anyone who has a link.`,
      },
      {
        heading: 'What is stored about each tap',
        text: 'Who came or went and when, who tapped, the time and time zone of the device, a random id of the device, and when the server received the tap. If you correct a time, the one before stays beside it. If you enter when somebody is to go home: that time, who set it and when. If you press Walks home alone: when the child is expected home, who pressed, and who said that the child is home and when, for as long as the visit is kept; with the friend, the minutes you chose. If you say that a child is on the way or expected: the times and the time zone, until a day after it is over.',
      },
      {
        heading: 'What is stored about each sign-in',
        text: `The name of the device, when it began, when it was last used, when you last confirmed it was you, and a checksum of the key in your cookie. The key itself is only in your browser. A sign-in stops being valid after ${SESSION_DAYS} days, or after ${UNSEEN_SESSION_DAYS} days without use. Its checksum is then kept for ${'half a year' satisfies English[typeof ENDED_SESSION_DAYS]}, so that the device can be told why. Links and codes in emails are valid for ${'a day' satisfies English[typeof MAIL_LINK_HOURS]} at most, except the one that undoes a change of email address: ${'seven' satisfies English[typeof UNDO_EMAIL_DAYS]} days. That a browser is known to the account is stored for ${'a year' satisfies English[typeof TRUSTED_BROWSER_DAYS]}. To slow down whoever guesses passwords or links, attempts are counted per account, link and address, under checksums that are removed when they are no longer needed. What happens to the security of the account, such as sign-ins, failed attempts and changed passwords, you see under Recent activity for ${ACTIVITY_DAYS} days: what, when, how many times, and with which browser.`,
      },
      {
        heading: 'What is not stored',
        text: 'No position, no pictures, no contacts from the phone, and no statistics of how you use the app. No trackers, and no requests to other companies unless you choose to sign in with one, or turn on notifications for a device. If the site sends email, a mail server gets your address and the link.',
      },
      {
        heading: 'On the devices',
        text: 'When you sign out, the family’s data is removed from the device. If you sign the device out from another one, or change the password, it is removed when the device reaches the server. If a sign-in becomes too old, the data stays there, locked, until you sign in again or somebody else signs in there. Changes that were never sent stay on the device until they are sent or discarded.',
      },
      {
        heading: 'Notifications',
        text: 'A check-in or check-out makes a notification with the other parent’s phone number or user id, the name, and whether it is in or out. In this version it is printed on the server after a short while, usually ten seconds; no text message or email is sent. So that nobody is flooded, there is a limit on how many notifications a family sends in a day; how many were not sent you see under Recent activity. You can turn notifications off in your profile. If you turn on notifications for a device, the server stores the browser’s address at its push service, two keys and when something was last handed there, for as long as the sign-in lasts. The content is encrypted for the device. The browser’s maker learns that and when something is sent, not what it says.',
      },
      {
        heading: 'A link to a visit',
        text: 'If you send a link, anyone with it sees the first names, yours too, when the friend arrives and leaves, the planned time and, if you choose so for the link, your phone number. The server stores a checksum of the link, when it was created and first opened, and the reply. All of that is removed within four days after the link was created, except the checksum: it is kept so that nobody else can reuse the link. Whoever got a link can see what is stored, except the family’s own note, refuse more, and ask to be removed, without an account.',
      },
      {
        heading: 'Following a child',
        text: `A family that got a link can ask to follow the child. You then see the names of all its parents, also of one who joins it later, and until you answer their e-mail addresses and how old their accounts are. After a yes they see the same as through a link, except your number, at each visit until one of you ends it. The server stores which families and which friend it is about, the first name, when they asked and by which link, when you said yes, until it is ended; a no for a day, a question that nobody answers for ${QUESTION_DAYS} days. Nothing is copied to their data on the server, but their devices keep the last state they saw.`,
      },
      {
        heading: 'If another family says no',
        text: 'If a family refuses more links, or asks to be removed, it is stored when they did so and what you answered, with the friend in your list, as long as the friend is there. If you remove what they asked for, the friend and all the visits go completely, without staying among the removed ones. If whoever runs the site refuses links to a number, a checksum of the number is stored until that ends. If you are not satisfied, you can complain to the data protection authority, in Sweden IMY.',
      },
      {
        heading: 'Several parents',
        text: `If you invite a parent into the family, both of you see everything in it, and who tapped what. The parents see each other’s name and email. The server stores a checksum of the invitation, who invited and who asked, for ${INVITATION_HOURS} hours at most. Whoever joins leaves their former family in Framme: if they were alone in it, it is deleted, otherwise it stays with the others. Whoever leaves, or is removed, gets a copy of their own of children, friends and visits, but not of links and answers. In the family, what they tapped then says “a former parent”.`,
      },
      {
        heading: 'For how long',
        text: `Visits are deleted ${'a year' satisfies English[typeof YEAR_DAYS]} after they ended, unless you choose ${MONTH_DAYS} days, ${QUARTER_DAYS} days or forever. That holds on your devices too, when they reach the server. Everything else stays until you remove it. If you remove a visit, it stays among the removed ones for up to ${DAYS_REMOVED_KEPT} days, so that it can be restored. If you delete a child, that child’s friends, guests and visits go too. If you delete a friend or guest, the name stays in the history as long as the visits are kept.`,
      },
      {
        heading: 'Export or delete everything',
        text: `Under Profile, Data, you can download all that is stored except passwords, keys and what only keeps order, such as counted attempts and which taps have been received, choose how long visits are kept, and delete the account. When you delete it, nobody can see anything that belongs to the family any more, and waiting notifications are not sent. The server removes it piece by piece, which takes a minute or so for a large family. In the files on the server’s disk the names are overwritten within an hour after that. If the database is very large, or another than the one that comes with Framme, remains may stay longer in parts of the file that nobody reads; whoever runs the site knows which it is. If there are several parents, only your account goes, and the family stays with the others. What stays is one checksum for each sign-in, for ${'half a year' satisfies English[typeof ENDED_SESSION_DAYS]} after it would have stopped being valid, so that the device can be told that the account is gone and empty itself. It does not say whose account it was. The checksums by which attempts are counted go within a few hours.`,
      },
      {
        heading: 'Logs and backups',
        text: 'The server’s log holds no names, phone numbers, email addresses or keys. So that whoever runs the site can stop attacks, it has a line about each sign-in, failed attempt and change of how you sign in, with the network address (of an IPv6 address only the part that a whole home shares) and a checksum of the account. Whoever runs the site decides how long the log is kept. Notifications are printed apart from it. Whoever runs the site may have backups, and printed notifications, in which deleted things remain until those are thrown away. Ask how long they are kept.',
      },
    ],
  },
  terms: {
    lead: 'Short and plain: this is how Framme is meant to be used.',
    sections: [
      {
        heading: 'An aid, not supervision',
        text: 'Framme shows what somebody tapped. It does not know where a child is. An answer does not say who answered: never hand a child over because of an answer. The adults are responsible for the children, just as before.',
      },
      {
        heading: 'Other people’s data',
        text: 'You enter names, phone numbers and perhaps notes that belong to other families. Ask them first, and remove the data if they want you to. Send a link to the child’s own family only, say yes to following only if you know who asks, and allow links again only if they asked you to.',
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
    lead: 'Only what has to be there for Framme to work. That is why there is no box to click away.',
    points: [
      {
        name: 'What',
        text: 'Cookies that keep you signed in and remember your language, and a copy of your family’s data so that you can tap without a network.',
      },
      {
        name: 'Where',
        text: 'In your browser. Nothing is shared with other companies, unless you turn on notifications for the device.',
      },
      { name: 'Who sees it', text: 'Only the server you are signed in to.' },
      {
        name: 'For how long',
        text: `The sign-in for ${SESSION_DAYS} days at most. The language, and that the browser is known, for ${'a year' satisfies English[typeof TRUSTED_BROWSER_DAYS]}.`,
      },
      {
        name: 'How to delete it',
        text: 'Sign out, and your family’s data is removed from the device. The rest goes when you clear the browser’s data for this site.',
      },
    ],
    sections: [
      {
        heading: 'Sign-in',
        text: `A cookie (framme) keeps you signed in for ${SESSION_DAYS} days at most. Only the server can read it, and it goes when you sign out. Another (framme-device) remembers for ${'a year' satisfies English[typeof TRUSTED_BROWSER_DAYS]} that the browser is known to the account, so that nobody can lock you out by guessing passwords. While a sign-in of several steps is under way, there is a third (framme-step, framme-passkey, framme-trip or framme-newcomer) for some minutes. Over https all of these begin with __Host-. One line in the browser’s storage (framme.account) remembers who is signed in, and another (framme.held) whose data is on the device: an id, ids of the families that the account is or was in here, the email address with most characters hidden, and a checksum. If you sign out without a network, another (framme.leaving) remembers that until the server has heard of it: it holds nothing but a random value of that sign-in, nothing about who you are. If you ask for a code for a forgotten password, a random value (framme.recovery) is stored for an hour. If you decline to install the app, or answer whether to be notified on the device, the time is stored (framme.install, framme.notify). If you turn on notifications, the device remembers for which account and of what (framme.push) until you turn them off or sign out. If you show another service who you are in order to change your email address, the tab remembers the new one (framme.new-email) until you are back. If you open a link from an email and have to sign in first, the tab remembers the link (framme.mailed-link) meanwhile. If you open an invitation to a family, the tab remembers it (framme.invite) until you have joined or close the tab.`,
      },
      {
        heading: 'Language',
        text: 'The language is stored at the first visit: in the browser’s storage (i18nextLng) until you clear it, and in a cookie (i18next) for a year, so that the server can send the page in the right language from the start. The cookie holds nothing but sv or en.',
      },
      {
        heading: 'The page behind a link to a visit',
        text: 'Anyone who opens a link needs no account, and nothing is stored on their device: no cookie, nothing in the browser’s storage or cache. The only exception is the cookie with the language, if they press the language button. If the device is signed in to Framme, the page reads so (framme.account), to be able to offer to follow the child.',
      },
      {
        heading: 'Your data on the device',
        text: `While you are signed in, a copy of your family’s data is kept in the browser’s database, so that you can open the page and go on tapping without a network, and a tap is first put into the browser’s storage (framme.journal). What you last saw of children you follow is kept there too. What you tapped in the last ${RESTORE_DAYS} days is kept there after the server has it, also about somebody who was deleted since, so that it comes back if whoever runs the site has to restore a backup. All of this is removed when you sign out, and when the account is deleted. If somebody else signs in on the device, or it is signed out from another one, only changes that were never sent stay. The same goes for the data of a family that you have left. The site’s own files are kept in the browser’s cache too (framme- and the version), so that it opens without a network. They are the same for everybody, say nothing about the family, and stay when you sign out. If you turn on notifications for the device, the browser has an address at its maker’s push service until you turn them off or sign out.`,
      },
    ],
  },
  accessibility: {
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
} as const satisfies Translated<typeof sv.legal>;
