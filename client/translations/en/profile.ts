import type { Translated } from '#client/translations/parts.ts';
import type * as sv from '#client/translations/sv/profile.ts';

export const profile = {
  title: 'Profile',
  personal: 'Personal info',
  preferences: 'Preferences',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  emailHint: 'You change your email address under Account and security.',
  phone: 'Phone',
  notifications: 'Notifications',
  notificationsHint:
    'A notification is a line on the server, which whoever runs the site can read. The other family gets what you send yourself: press Tell after the check-in. With the link in the message they see when the friend arrived, is there and went home.',
  language: 'Language',
  userId: {
    title: 'Your user id',
    hint: 'Give it to a parent who wants to add your child as a guest.',
    message: 'My user id in Framme: {{id}}',
    copy: 'Copy',
    share: 'Share',
    copied: 'Your user id is copied.',
    notCopied: 'It could not be copied. Select the user id and copy it yourself.',
    notShared: 'Sharing did not work. Copy it instead.',
  },
  noFriends: {
    title: 'No friends yet',
    text: 'Add a friend, and one tap checks them in when they arrive.',
  },
  noGuests: {
    title: 'No guests yet',
    text: 'A guest is a child whose parent you know by a user id.',
  },
  parentIs: 'Parent: {{contact}}',
  toParents: 'Parents in the family',
  toAccount: 'Account and security',
  saved: 'Profile updated!',
  savedHere: 'Saved on this device. It is sent as soon as possible.',
  notStored: 'The profile could not be saved on this device. What you wrote is still here.',
  missing: { firstName: 'Enter your first name.', lastName: 'Enter your last name.' },
} as const satisfies Translated<typeof sv.profile>;
