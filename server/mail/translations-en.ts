import type { MailTranslation } from './translation.ts';
import { enNotices } from './translations-en-notices.ts';

export const en: MailTranslation = {
  hello: 'Hello,',
  orCode:
    'Are you signed in to Framme? Then you can enter the code {{code}} under Account and security instead.',
  orRecoveryCode:
    'Or enter the code {{code}} where you asked for it, for example in the installed app. Give it to nobody else: whoever has the code can take over the account.',
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
        'Was it you? Open the link where you are signed in and confirm the address, and we change to it. The link works for 24 hours.',
      ],
      button: 'Change to this address',
      after: ['Was it not you? Do not use the link. Then nothing changes.'],
    },
    ...enNotices,
  },
};
