import type { account as swedish } from '#client/translations/sv/account.ts';
import type { Translated } from '#client/translations/translated.ts';
import { ownData } from './own-data.ts';
import { passkeySettings } from './passkey-settings.ts';
import { services } from './services.ts';

export const account = {
  title: 'Account and security',
  toProfile: 'To the profile',
  proof: {
    title: 'Is it you?',
    why: 'Write your password once more, so that nobody else can change your account.',
    password: 'Your password',
    confirm: 'Continue',
    wrong: 'Wrong password. Try again.',
    byService:
      'The account has no password. Show that it is you at a service that you have connected, and then try again. A password that you have typed has to be typed again.',
    noPassword: 'The account has no password. Log out and in again, and choose one within ten minutes.',
  },
  password: {
    title: 'Password',
    consequence: 'When you change your password, your other devices are logged out.',
    first: 'You log in with another service. With a password you can log in without it too.',
    new: 'New password',
    change: 'Change password',
    set: 'Choose password',
    changed: 'The password is changed.',
  },
  email: {
    title: 'Email',
    verified: 'Confirmed',
    unverified: 'Not confirmed',
    prove: 'Mail a link that confirms it',
    proofSent: 'The link is on its way. Look among the spam too.',
    new: 'New email address',
    change: 'Change email address',
    changeSent:
      'A link is on its way to {{email}}. The change is made when you have used it, within 24 hours.',
    noMail: 'This server sends no email, so the address cannot be changed.',
  },
  services,
  passkeys: passkeySettings,
  ownData,
  devices: {
    title: 'Logged-in devices',
    lead: 'This is where you are logged in. Log out what you do not recognise, and then change your password.',
    unknown: 'Unknown device',
    this: 'This device',
    seen: 'Last seen {{time}}',
    since: 'Logged in since {{date}}',
    name: 'Name',
    nameTitle: 'Name the device',
    nameHint: 'For example “Kitchen tablet”.',
    nameNamed: 'Name {{name}}',
    signOut: 'Log out',
    signOutNamed: 'Log out {{name}}',
    signOutTitle: 'Log out {{name}}?',
    signOutOthers: 'Log out all others',
    signOutOthersTitle: 'Log out all other devices?',
    consequence:
      'Whoever uses the device has to log in again. What has not been sent stays there until then.',
    gone: 'The device is logged out already.',
  },
} as const satisfies Translated<typeof swedish>;
