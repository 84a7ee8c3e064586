import type * as sv from '#client/translations/sv/people-dialogs.ts';
import type { Translated } from '#client/translations/translations.ts';

export const newFriend = {
  addAndCheckIn: 'Add and check in',
  onlyAdd: 'Just add',
  chooseChild: 'Choose a child.',
} as const satisfies Translated<typeof sv.newFriend>;

export const missing = {
  name: 'Enter a name.',
  birthDate: 'Choose a date of birth.',
  parentPhone: 'Enter the parent’s phone number.',
  parentUserId: 'Enter the parent’s user id.',
} as const satisfies Translated<typeof sv.missing>;

export const removal = {
  removeTitle: 'Remove {{name}}?',
  removeChildHere: {
    one: '{{names}} is checked in here now.',
    other: '{{names}} are checked in here now.',
  },
  removeChild: 'Friends, guests and visits of {{name}} are removed too. This cannot be undone.',
  removeVisitor: '{{name}} disappears from the list. Past visits stay in the history.',
  removeHere:
    '{{name}} is checked in. The visit ends, and when it ended will be unknown. Check out first to keep the time.',
} as const satisfies Translated<typeof sv.removal>;

export const firstRun = {
  progress: 'Step {{number}} of {{count}}',
  skip: 'Skip',
  next: 'Continue',
  notNow: 'Not now',
  childTitle: 'Add your child',
  childHint: 'If you have more children, you can add them later.',
  friendTitle: 'Who usually visits {{name}}?',
  friendHint: 'Add a friend. You use the number to call or text the parent.',
  hereTitle: 'Is {{name}} here now?',
  hereHint: 'Check in, and the time is kept. You can undo it.',
} as const satisfies Translated<typeof sv.firstRun>;

export const profileForm = {
  personal: 'Personal info',
  preferences: 'Preferences',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  emailHint: 'You change your email address under Signing in.',
  emailFixed: 'This server sends no email, so the address cannot be changed.',
  phone: 'Phone',
  notifications: 'Notifications',
  notificationsHint: 'A log on the server. Nothing is sent to anyone.',
  language: 'Language',
  userId: {
    title: 'Your user id',
    hint: 'For a parent who wants to add your child as a guest.',
    message: 'My user id in Framme: {{id}}',
    copied: 'Your user id is copied.',
    notCopied: 'It could not be copied. Select the user id and copy it yourself.',
    notShared: 'Sharing did not work. Select the user id and copy it.',
  },
  saved: 'Profile updated!',
  savedHere: 'Saved on this device. It is sent as soon as possible.',
  notStored: 'The profile could not be saved on this device. What you wrote is still here.',
  missing: { firstName: 'Enter your first name.', lastName: 'Enter your last name.' },
} as const satisfies Translated<typeof sv.profileForm>;
