import type { profile as swedish } from '#client/translations/sv/profile.ts';
import type { Translated } from '#client/translations/translated.ts';

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
    'The other family gets nothing from this yet: each check-in and check-out only becomes a line on the server, which whoever runs the site can read. Want the parent to know? Press Tell after the check-in, and send it yourself from your phone.',
  language: 'Language',
  toAccount: 'Account and security',
  saved: 'Profile updated!',
  notStored: 'The profile could not be saved on this device. What you wrote is still here.',
  missing: { firstName: 'Enter your first name.', lastName: 'Enter your last name.' },
} as const satisfies Translated<typeof swedish>;
