import type { Translated } from '#client/translations/parts.ts';
import type * as sv from '#client/translations/sv/profile.ts';

export const profile = {
  title: 'Profile',
  back: 'Back to profile',
  settings: 'More about you and the account',
  pages: {
    parents: { title: 'Parents', about: 'Who you are, invite another' },
    device: { title: 'This device', about: 'Notify here, Framme on the home screen' },
    account: { title: 'Signing in', about: 'Password, email and passkeys' },
    security: { title: 'Security', about: 'Signed-in devices, recent activity' },
    data: { title: 'Data', about: 'Download or delete what is kept' },
  },
  personal: 'Personal info',
  preferences: 'Preferences',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  emailHint: 'You change your email address under Signing in.',
  emailFixed: 'This server sends no email, so the address cannot be changed.',
  phone: 'Phone',
  notifications: 'Notifications',
  notificationsHint:
    'Framme makes a note for the other parent when somebody arrives and leaves. Only whoever runs the site can read it, so nobody’s phone rings. Want them to know? Press Tell after the check-in.',
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
  saved: 'Profile updated!',
  savedHere: 'Saved on this device. It is sent as soon as possible.',
  notStored: 'The profile could not be saved on this device. What you wrote is still here.',
  missing: { firstName: 'Enter your first name.', lastName: 'Enter your last name.' },
} as const satisfies Translated<typeof sv.profile>;
