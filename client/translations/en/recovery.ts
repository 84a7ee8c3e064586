import type { recovery as swedish } from '#client/translations/sv/recovery.ts';
import type { Translated } from '#client/translations/translated.ts';

export const recovery = {
  forgot: {
    title: 'Forgot your password?',
    lead: 'Enter your email address and we’ll send you a link to choose a new password.',
    send: 'Send the link',
    sending: 'Sending...',
    sent: 'If there is an account with {{email}}, an email is on its way. It can take a few minutes. Check your spam folder too.',
    again: 'Send it again',
    noMail:
      'This server sends no email. Whoever runs it, most often the person who gave you this address, can give you a link where you choose a new password.',
    toLogIn: 'Back to sign in',
  },
  recover: {
    title: 'Choose a new password',
    lead: 'Once you have chosen, you are signed in here. All other devices are signed out.',
    endsSignInMethods:
      'This server sends no email and cannot know that the address is yours. So passkeys, recovery codes and connected services are removed if nobody has confirmed it, except those that are required when you sign in. Add them again under Account and security.',
    password: 'New password',
    save: 'Save and sign in',
    saving: 'Saving...',
  },
  verify: {
    title: 'Confirm your email address',
    lead: 'Press the button so we know that email to this address reaches you.',
    act: 'Confirm the address',
    acting: 'Confirming...',
    done: 'The address is confirmed.',
  },
  confirm: {
    title: 'Change your email address',
    lead: 'Press the button, and your account changes to the address that the email came to.',
    act: 'Change to this address',
    acting: 'Changing...',
    done: 'Done. Use the new address the next time you sign in.',
  },
  noSecret: 'This link is incomplete. Open it again from the email, or ask for a new one.',
  askAnew: 'Ask for a new link',
  goOn: 'Go on to Framme',
} satisfies Translated<typeof swedish>;
