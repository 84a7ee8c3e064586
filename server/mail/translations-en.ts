import type { MailTranslation } from './translation.ts';

export const en: MailTranslation = {
  hello: 'Hello,',
  orCopy: 'Does the button not work? Copy this address into your browser:',
  sentBy: 'This email comes from Framme at {{place}}.',
  sentByHost: 'This email comes from Framme at {{place}}, which is run by {{host}}.',
  contact: 'Contact: {{contact}}',
  templates: {
    recovery: {
      subject: 'Choose a new password in Framme',
      preheader: 'The link works for 60 minutes, once.',
      before: [
        'Somebody has asked for a new password for the account with this email address.',
        'Was it you? Open the link and choose a new password. The link works for 60 minutes, once.',
      ],
      button: 'Choose a new password',
      after: [
        'Was it not you? Then there is nothing to do. The password stays as it is until somebody uses the link.',
      ],
    },
    verification: {
      subject: 'Confirm your email address in Framme',
      preheader: 'Then we know that email to it reaches you. The link works for 24 hours.',
      before: [
        'An account in Framme has this email address.',
        'Is the account yours? Confirm the address, so that we know that email to it reaches you. The link works for 24 hours.',
      ],
      button: 'Confirm the address',
      after: ['Is the account not yours? Do not use the link. Then the address stays unconfirmed.'],
    },
    newAddress: {
      subject: 'Confirm your new email address in Framme',
      preheader: 'It changes when you have confirmed. The link works for 24 hours.',
      before: [
        'Somebody wants to use this email address for their account in Framme.',
        'Was it you? Confirm the address, and we change to it. The link works for 24 hours.',
      ],
      button: 'Change to this address',
      after: ['Was it not you? Do not use the link. Then nothing changes.'],
    },
    addressChanging: {
      subject: 'The email address of your account in Framme is about to change',
      preheader: 'Was it not you? Change your password now.',
      before: [
        'Somebody who is signed in to your account has asked to change its email address. It changes when the new address is confirmed.',
        'Was it you? Then there is nothing to do here.',
      ],
      button: 'Open Framme',
      after: [
        'Was it not you? Open Framme, change your password and sign out your other devices. That calls the change off.',
      ],
    },
    passwordChanged: {
      subject: 'The password of your account in Framme has changed',
      preheader: 'Was it not you? Choose a new password now.',
      before: [
        'The password of your account has been changed, and the other devices are signed out.',
        'Was it you? Then there is nothing to do.',
      ],
      button: 'Open Framme',
      after: ['Was it not you? Open Framme, choose “Forgot your password?” and choose a new password.'],
    },
    signInMethodsChanged: {
      subject: 'The ways to sign in to your account in Framme have changed',
      preheader: 'Was it not you? Look through your account now.',
      before: [
        'Somebody who is signed in to your account has added a passkey or another service, made new recovery codes, or stopped requiring a passkey.',
        'Was it you? Then there is nothing to do.',
      ],
      button: 'Look through the account',
      after: [
        'Was it not you? Open the account, remove what you do not recognise, make new recovery codes if you have any, and change your password.',
      ],
    },
  },
};
