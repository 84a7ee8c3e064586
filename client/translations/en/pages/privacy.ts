import type { privacy as swedish } from '#client/translations/sv/pages/privacy.ts';
import type { Translated } from '#client/translations/translated.ts';

export const privacy = {
  title: 'Privacy',
  lead: 'Framme stores what you enter, when you tap, and what it takes to keep that in order. Nothing else.',
  points: [
    {
      name: 'What',
      text: 'Names, phone numbers, birth dates and the times of visits. No location, no pictures and no advertising.',
    },
    {
      name: 'Where',
      text: 'On the server of whoever runs this site, and on the devices where you are signed in.',
    },
    {
      name: 'Who sees it',
      text: 'Your family, and of a single visit whoever has a link to it. No other family. Whoever runs the site can read the database, but not the passwords.',
    },
    {
      name: 'For how long',
      text: 'Visits for a year, or as long as you choose. The rest until you remove it.',
    },
    {
      name: 'How to delete it',
      text: 'Remove a child, a friend or a guest in your profile, or the whole account under Account and security.',
    },
  ],
  sections: [
    {
      heading: 'What is stored',
      text: 'Your name, a username made from it, your email address, your phone number if you give one, your choice of language and notifications, and your password in a form that cannot be read back. If you add passkeys, recovery codes or another service to sign in with: the name and the public part of the passkey, when it was last used and since when it is required, checksums of the codes, and the service’s id for you. If you change your email address: the new one, until the link is used or too old, and then the former one for seven days, with the password of that time in the same unreadable form, so that the change can be undone. A password that you change is kept for seven days in that form too, for the same reason. If you begin with another service and do not finish, the name and email address from there are stored for about 90 minutes at most. Your children’s names and birth dates. Friends’ names and their parents’ phone numbers. Guests’ names and their parents’ user ids.',
    },
    {
      heading: 'What is stored about each tap',
      text: 'Who came or went and when, who tapped, the time and time zone of the device, a random id of the device, and when the server received the tap. If you correct a time, the one before stays beside it. If you enter when somebody is to go home: that time, who set it and when.',
    },
    {
      heading: 'What is stored about each sign-in',
      text: 'The name of the device, when it began, when it was last used, when you last confirmed it was you, and a checksum of the key in your cookie. The key itself is only in your browser. A sign-in stops being valid after 180 days, or after 60 days without use. Its checksum is then kept for half a year, so that the device can be told why. Links and codes in emails are valid for a day at most, except the one that undoes a change of email address: seven days. That a browser is known to the account is stored for a year. To slow down whoever guesses passwords or links, attempts are counted per account, link and address, under checksums that are removed when they are no longer needed. What happens to the security of the account, such as sign-ins, failed attempts and changed passwords, you see under Recent activity for 90 days: what, when, how many times, and with which browser.',
    },
    {
      heading: 'What is not stored',
      text: 'No position, no pictures, no contacts from the phone, and no statistics of how you use the app. No trackers, and no requests to other companies unless you choose to sign in with one. If the site sends email, a mail server gets your address and the link.',
    },
    {
      heading: 'Where it is and who sees it',
      text: 'On the server of whoever runs this site, and in the browser of the devices where you are signed in. Other families see none of it, except the visit that you send a link to. Whoever runs the site can technically read the database, except for passwords. When you sign out, the family’s data is removed from the device. If you sign the device out from another one, or change the password, it is removed when the device reaches the server. If a sign-in becomes too old, the data stays there, locked, until you sign in again or somebody else signs in there. Changes that were never sent stay on the device until they are sent or discarded.',
    },
    {
      heading: 'Notifications',
      text: 'A check-in or check-out makes a notification with the other parent’s phone number or user id, the name, and whether it is in or out. In this version it is printed on the server after a short while, usually ten seconds; no text message or email is sent. So that nobody is flooded, there is a limit on how many notifications a family sends in a day; how many were not sent you see under Recent activity. You can turn notifications off in your profile.',
    },
    {
      heading: 'A link to a visit',
      text: 'If you send a link, whoever has it sees the first names, when the friend arrived, is there and went home, and the planned time. The server stores a checksum of the link, when it was made and first opened, and the answer. All of that is removed within four days after the link was made, except the checksum: it stays alone, so that nobody else can give the link again. Whoever got a link can see what is stored, refuse more, and ask to be removed, without an account.',
    },
    {
      heading: 'If another family says no',
      text: 'If a family refuses more links, or asks to be removed, it is stored when they did so and what you answered, with the friend in your list, as long as the friend is there. If you remove what they asked for, the friend and all the visits go completely, without staying among the removed ones. If whoever runs the site refuses links to a number, a checksum of the number is stored until that ends. Whoever is not content can complain to the data protection authority, in Sweden IMY.',
    },
    {
      heading: 'Several parents',
      text: 'If you invite a parent into the family, both of you see everything in it, and who tapped what. The parents see each other’s name and email. The server stores a checksum of the invitation, who invited and who asked, for 48 hours at most. Whoever joins leaves their former family in Framme: if they were alone in it, it is deleted, otherwise it stays with the others. Whoever leaves, or is removed, gets a copy of their own of children, friends and visits, but not of links and answers. In the family, what they tapped then says “a former parent”.',
    },
    {
      heading: 'For how long',
      text: 'Visits are deleted a year after they ended, unless you choose 30 days, 90 days or forever. That holds on your devices too, when they reach the server. Everything else stays until you remove it. If you remove a visit, it stays among the removed ones for up to 30 days, so that it can be put back. If you delete a child, that child’s friends, guests and visits go too. If you delete a friend or guest, the name stays in the history as long as the visits are kept.',
    },
    {
      heading: 'Export or delete everything',
      text: 'Under Profile, Account and security, you can download all that is stored except what proves who you are and what only keeps order, such as counted attempts and which taps have been received, choose how long visits are kept, and delete the account. When you delete it, nobody can see anything that belongs to the family any more, and waiting notifications are not sent. The server removes it piece by piece, which takes a minute or so for a large family. In the files on the server’s disk the names are overwritten within an hour after that. If the database is very large, or another than the one that comes with Framme, remains may stay longer in parts of the file that nobody reads; whoever runs the site knows which it is. If there are several parents, only your account goes, and the family stays with the others. What stays is one checksum for each sign-in, for half a year after it would have stopped being valid, so that the device can be told that the account is gone and empty itself. It does not say whose account it was. The checksums by which attempts are counted go within a few hours.',
    },
    {
      heading: 'Logs and backups',
      text: 'The server’s log holds no names, phone numbers, email addresses or keys. So that whoever runs the site can stop attacks, it has a line about each sign-in, failed attempt and change of how you sign in, with the network address (of an IPv6 address only the part that a whole home shares) and a checksum of the account. Whoever runs the site decides how long the log is kept. Notifications are printed apart from it. Whoever runs the site may have backups, and printed notifications, in which deleted things remain until those are thrown away. Ask how long they are kept.',
    },
  ],
} as const satisfies Translated<typeof swedish>;
