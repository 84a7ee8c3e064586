import type { recovery as swedish } from '#client/translations/sv/recovery.ts';
import type { Translated } from '#client/translations/translated.ts';

export const recovery = {
  forgot: {
    title: 'Forgot your password?',
    lead: 'Type your email address, and we will mail you a link to choose a new password.',
    send: 'Mail the link',
    sending: 'Sending...',
    sent: 'If there is an account with {{email}}, an email is on its way. It can take a few minutes. Look among the spam too.',
    again: 'Mail it once more',
    noMail:
      'This server sends no email. Whoever runs it can give you a link where you choose a new password.',
    toLogIn: 'Back to log in',
  },
  recover: {
    title: 'Choose a new password',
    lead: 'You are logged in here when you have chosen. All other devices are logged out.',
    endsSignInMethods:
      'This server sends no email and cannot know that the address is yours. So passkeys, recovery codes and connected services are removed where nothing has confirmed it, except those that are required when you log in. Add them again under Account and security.',
    password: 'New password',
    save: 'Save and log in',
    saving: 'Saving...',
  },
  verify: {
    title: 'Confirm your email address',
    lead: 'Press the button, so that we know that email to it reaches you.',
    act: 'Confirm the address',
    acting: 'Confirming...',
    done: 'The address is confirmed.',
  },
  confirm: {
    title: 'Change your email address',
    lead: 'Press the button, and your account changes to the address that the email came to.',
    act: 'Change to this address',
    acting: 'Changing...',
    done: 'The change is made. Use the new address the next time you log in.',
  },
  noSecret: 'Some of the link is missing. Open it once more from the email, or ask for a new one.',
  askAnew: 'Ask for a new link',
  goOn: 'Go on to Framme',
} satisfies Translated<typeof swedish>;
