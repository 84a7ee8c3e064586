import type { account as swedish } from '#client/translations/sv/account.ts';
import type { Translated } from '#client/translations/translated.ts';
import { activity } from './activity.ts';
import { ownData } from './own-data.ts';
import { passkeySettings } from './passkey-settings.ts';
import { services } from './services.ts';

export const account = {
  title: 'Account and security',
  toProfile: 'Back to profile',
  proof: {
    title: 'Confirm it’s you',
    why: 'Enter your password once more so that nobody else can change your account.',
    password: 'Your password',
    confirm: 'Continue',
    wrong: 'Wrong password. Try again.',
    byService:
      'The account has no password. Confirm it’s you with a service you have connected, then try again. You will need to type any new password again.',
    noPassword: 'The account has no password. Sign out and in again, and choose one within ten minutes.',
  },
  password: {
    title: 'Password',
    consequence: 'When you change your password, your other devices are signed out.',
    first: 'You sign in with another service. With a password you can sign in without it too.',
    new: 'New password',
    change: 'Change password',
    set: 'Choose password',
    changed: 'The password is changed.',
  },
  email: {
    title: 'Email',
    verified: 'Confirmed',
    unverified: 'Not confirmed',
    prove: 'Send a confirmation link',
    proofSent: 'The link is on its way. Check your spam folder too.',
    new: 'New email address',
    change: 'Change email address',
    changeSent:
      'A link is on its way to {{email}}. The address changes once you have used it, within 24 hours.',
    code: 'Enter the code from an email',
    codeLabel: 'Code',
    codeHint: 'Eight digits, in the email that confirms the address.',
    codeMissing: 'Enter the code from the email.',
    codeMalformed: 'The code is eight digits. Look in the email again.',
    codeWrong: 'The code is not right, or no longer works. Look in the latest email.',
    codeSend: 'Confirm with the code',
    codeDone: '{{email}} is confirmed.',
    taken: 'Another account already has that address.',
    noMail: 'This server sends no email, so the address cannot be changed.',
  },
  services,
  passkeys: passkeySettings,
  ownData,
  activity,
  devices: {
    title: 'Signed-in devices',
    lead: 'This is where you are signed in. Sign out what you do not recognise, and then change your password.',
    unknown: 'Unknown device',
    browserOn: '{{browser}} on {{system}}',
    this: 'This device',
    seen: 'Last seen {{time}}',
    since: 'Signed in since {{date}}',
    name: 'Name',
    nameTitle: 'Name the device',
    nameHint: 'For example “Kitchen tablet”.',
    nameNamed: 'Name {{name}}',
    signOut: 'Sign out',
    signOutNamed: 'Sign out {{name}}',
    signOutTitle: 'Sign out {{name}}?',
    signOutOthers: 'Sign out all others',
    signOutOthersTitle: 'Sign out all other devices?',
    consequence:
      'Whoever uses the device has to sign in again. What has not been sent stays there until then.',
    gone: 'The device is signed out already.',
  },
} as const satisfies Translated<typeof swedish>;
