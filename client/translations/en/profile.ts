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
  notificationsHint: 'Make a notification for the other parent when somebody is checked in or out.',
  language: 'Language',
  toAccount: 'Account and security',
  saved: 'Profile updated!',
  notStored: 'The profile could not be saved on this device. What you wrote is still here.',
  missing: { firstName: 'Enter your first name.', lastName: 'Enter your last name.' },
} as const satisfies Translated<typeof swedish>;
