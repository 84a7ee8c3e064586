import type * as sv from '#client/translations/sv/recovery.ts';
import type { Translated } from '#client/translations/translations.ts';
import { type EMAIL_CODE_DIGITS, RECOVERY_MINUTES, type UNDO_EMAIL_DAYS } from '#domain/limits.ts';
import type { English } from '#domain/number-words.ts';

export const recovery = {
  forgot: {
    title: 'Forgot your password?',
    lead: 'Enter your email address and we’ll send you a link and a code. Either lets you choose a new password.',
    send: 'Send the link',
    sending: 'Sending...',
    sent: 'If there is an account with {{email}}, an email is on its way. It can take a few minutes. Check your spam folder too.',
    code: 'Code in the email',
    codeHint: `${'Eight' satisfies Capitalize<English[typeof EMAIL_CODE_DIGITS]>} digits. It works for ${RECOVERY_MINUTES} minutes, and on this device only. Don’t share it with anyone.`,
    codeMissing: 'Enter the code.',
    codeMalformed: `The code has ${'eight' satisfies English[typeof EMAIL_CODE_DIGITS]} digits.`,
    codeWrong: 'The code is not right. Check the digits, or ask for a new email.',
    codeSend: 'Choose a new password',
    again: 'Send it again',
    noMail:
      'This server sends no email. Whoever runs it, most often the person who gave you this address, can give you a link where you choose a new password.',
    toLogIn: 'Back to sign in',
  },
  recover: {
    title: 'Choose a new password',
    lead: 'Once you have chosen, you are signed in here. All other devices are signed out.',
    endsSignInMethods:
      'This server sends no email and cannot know that the address is yours. So passkeys, recovery codes and connected services are removed if nobody has confirmed it, except those that are required when you sign in. Add them again under Profile, Signing in.',
    password: 'New password',
    save: 'Save and sign in',
    saving: 'Saving...',
    endsAll:
      'Nobody has confirmed the address before. So passkeys, recovery codes and connected services are removed, except those that are required when you sign in. Add them again under Profile, Signing in.',
    keep: 'Other ways to sign in',
    keepLead: 'Keep only what you have added yourself. The rest is removed when you save.',
    passkey: 'Keep the passkey {{name}}',
    service: 'Keep {{name}}',
    codes: 'Keep the recovery codes',
    added: 'Added {{date}}',
    addedBefore: 'Added {{date}}, before the address was confirmed',
  },
  verify: {
    title: 'Confirm your email address',
    lead: 'Press the button so we know that email to this address reaches you.',
    act: 'Confirm the address',
    acting: 'Confirming...',
    done: 'The address is confirmed.',
    outside:
      'Sign in to the account to confirm the address. Or enter the code from the email where you are signed in, under Profile, Signing in.',
  },
  confirm: {
    title: 'Change your email address',
    lead: 'Press the button, and your account changes to the address that the email came to.',
    act: 'Change to this address',
    acting: 'Changing...',
    done: 'Done. Use the new address the next time you sign in.',
    outside:
      'Only somebody who is signed in to the account can change it. Sign in here, or enter the code from the email where you are signed in, under Profile, Signing in.',
  },
  claim: {
    title: 'Can’t sign in?',
    lead: 'Choose a new password, and the account is yours. All devices are signed out, and the password, passkeys and services that the account has had stop working.',
  },
  undo: {
    title: 'Undo the change of email address',
    lead: `The account gets back the address that the email came to. All devices are signed out, and the ways to sign in that were added after the change are removed. If the password was changed in the ${'seven' satisfies English[typeof UNDO_EMAIL_DAYS]} days before that, the old one works here too.`,
    outside: 'Sign in to the account to undo the change.',
    former: 'Your password from before the change',
    formerMissing: 'Enter your password from before the change.',
    formerWrong: `The account did not have that password in the ${'seven' satisfies English[typeof UNDO_EMAIL_DAYS]} days before the change. Try again.`,
    keepLead: 'Keep only what you have added yourself. The rest is removed when the change is undone.',
    addedLately: 'Added {{date}}, shortly before the change',
    taken: 'Another account has the address by now. Whoever runs this site can help you.',
    act: 'Undo the change',
    acting: 'Undoing...',
  },
  account: 'Account: {{email}}',
  otherAccount: 'Another account is signed in here. Sign it out first, and then open the link again.',
  noSecret:
    'This link is incomplete, or the page was reloaded. Open the link in the email again. If you have a code, enter it where you asked for it.',
  askAnew: 'Ask for a new link',
  goOn: 'Go on to Framme',
} satisfies Translated<typeof sv.recovery>;

export const providers = {
  someService: 'the other service',
  entering: 'Signing in',
  outcomes: {
    cancelled: 'You cancelled at {{provider}}. Try again, or sign in another way.',
    unreachable: '{{provider}} is not answering right now. Try again in a moment, or sign in another way.',
    refused: '{{provider}} could not show who you are. Try again, or sign in another way.',
    expired: 'It took too long, or you began in another browser. Try again.',
    unavailable: 'The server is not answering as it should right now. Try again in a moment.',
    'not-invited': 'You have no account here. One is created by invitation only, if at all.',
    'not-connected':
      'There is already an account with your email address, and it is not connected to {{provider}}. Sign in as usual. Under Profile, Signing in you can then connect {{provider}}.',
  },
  onAccount: {
    connected: '{{provider}} is connected to your account.',
    reauthenticated: 'Thank you, now we know it’s you. Carry on where you were.',
    cancelled: 'You cancelled at {{provider}}. Nothing has changed.',
    unreachable: '{{provider}} is not answering right now. Try again in a moment.',
    refused: '{{provider}} could not show who you are. Try again.',
    expired: 'It took too long, or you signed in again meanwhile. Try again.',
    'already-used':
      'That account at {{provider}} is connected to another Framme account already. Choose another one, or disconnect it there first.',
    'someone-else': 'That account at {{provider}} is not connected to your account. Choose the one that is.',
    unavailable: 'The server is not answering as it should right now. Try again in a moment.',
  },
  pendingSignUp: {
    title: 'Almost done',
    lead: 'You are signed in at {{provider}}. Check the details and fill in what is missing.',
    over: 'It took too long, or you are done already. Sign in once more.',
  },
} as const satisfies Translated<typeof sv.providers>;
