import type { NoticeTemplate, TemplateTexts } from './translation.ts';
import { enParents } from './translations-en-parents.ts';

const OPEN = 'Open Framme';
const NOTHING_TO_DO = 'Was it you? Then there is nothing to do.';
const LOOK = {
  button: 'Look through the account',
  after: [
    'Was it not you? Change your password, look through sign-in methods and passkeys, and sign out the other devices.',
  ],
} as const;

export const enNotices: Record<NoticeTemplate, TemplateTexts> = {
  addressChanging: {
    subject: 'The email address of your account in Framme is about to change',
    preheader: 'Was it not you? Change your password now.',
    before: [
      'Somebody who is signed in to your account has asked to change its email address. It changes when the new address is confirmed.',
      'Was it you? Then there is nothing to do here.',
    ],
    button: OPEN,
    after: [
      'Was it not you? Open Framme, change your password and sign out your other devices. That calls the change off.',
    ],
  },
  addressChanged: {
    subject: 'The email address of your account in Framme has changed',
    preheader: 'Was it not you? Undo the change within seven days.',
    before: [
      'Your account has changed to another email address. From now on, email about the account goes there.',
      NOTHING_TO_DO,
    ],
    button: 'Undo the change',
    after: [
      'Was it not you? Undo the change within seven days. You need a password that the account had in the seven days before the change, or to be signed in, and then you choose a new password. All devices are signed out. The ways to sign in that were added after the change are removed, and you choose which of the others stay. Until then nobody else can get this address.',
    ],
  },
  unverifiedAddressChanged: {
    subject: 'An account in Framme no longer has this email address',
    preheader: 'The address was never confirmed.',
    before: [
      'An account that had this email address has changed to another one. The address had not been confirmed.',
      NOTHING_TO_DO,
    ],
    button: OPEN,
    after: ['Is the account yours, and was it not you? Then whoever runs the service can help you.'],
  },
  addressRestored: {
    subject: 'The change of email address in Framme is undone',
    preheader: 'The account has its former address again.',
    before: ['The account no longer has this email address: it has its former address again.', NOTHING_TO_DO],
    button: OPEN,
    after: ['Is the account yours, and was it not you? Then whoever runs the service can help you.'],
  },
  passwordChanged: {
    subject: 'The password of your account in Framme has changed',
    preheader: 'Was it not you? Choose a new password now.',
    before: [
      'The password of your account has been changed, and the other devices are signed out.',
      NOTHING_TO_DO,
    ],
    button: OPEN,
    after: ['Was it not you? Open Framme, choose “Forgot your password?” and choose a new password.'],
  },
  signInMethodsChanged: {
    subject: 'The ways to sign in to your account in Framme have changed',
    preheader: 'Was it not you? Look through your account now.',
    before: [
      'Somebody who is signed in to your account has added a passkey or another service, or made new recovery codes.',
      NOTHING_TO_DO,
    ],
    button: 'Look through the account',
    after: [
      'Was it not you? Open the account, remove what you do not recognise, make new recovery codes if you have any, and change your password.',
    ],
  },
  passkeyRemoved: {
    subject: 'A passkey was removed from your account in Framme',
    preheader: 'Was it not you? Look through your account now.',
    before: [
      'Somebody who is signed in to your account has removed a passkey. It can no longer be used to sign in.',
      NOTHING_TO_DO,
    ],
    ...LOOK,
  },
  providerDisconnected: {
    subject: 'A service was disconnected from your account in Framme',
    preheader: 'Was it not you? Look through your account now.',
    before: [
      'Somebody who is signed in to your account has disconnected a service that could be used to sign in.',
      NOTHING_TO_DO,
    ],
    ...LOOK,
  },
  passkeyRequired: {
    subject: 'Your account in Framme now requires a passkey',
    preheader: 'Was it not you? Look through your account now.',
    before: [
      'Somebody who is signed in to your account has turned on that a passkey is required. The other devices are signed out, and the password alone is no longer enough.',
      NOTHING_TO_DO,
    ],
    ...LOOK,
  },
  passkeyNotRequired: {
    subject: 'Your account in Framme no longer requires a passkey',
    preheader: 'Was it not you? Look through your account now.',
    before: [
      'Somebody who is signed in to your account has turned off that a passkey is required. The password, or the email, is now enough to sign in.',
      NOTHING_TO_DO,
    ],
    ...LOOK,
  },
  ...enParents,
};
