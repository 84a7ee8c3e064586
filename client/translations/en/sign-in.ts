import type * as sv from '#client/translations/sv/sign-in.ts';
import type { Translated } from '#client/translations/translations.ts';
import { MAX_PARENTS } from '#domain/limits.ts';

export const signIn = {
  logInLead: 'Welcome back.',
  historyLead: 'Sign in to see the history.',
  checkInLead: 'Sign in to continue with the check-in or check-out.',
  registerLead: 'We only ask for what is needed.',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  password: 'Password',
  confirmPassword: 'Confirm password',
  passwordHint: 'At least 6 characters.',
  passwordTip: 'This one is easy to guess. A longer password is safer, for example a few words in a row.',
  loggingIn: 'Logging in...',
  createAccount: 'Create account',
  creatingAccount: 'Creating account...',
  noAccount: 'No account yet?',
  or: 'or',
  moreWays: 'More ways to sign in',
  continueWith: 'Continue with {{provider}}',
  notConnected: 'Whoever runs this site has not connected {{names}} yet.',
  again: {
    why: 'You were signed out on this device, from another device or because it was a long time ago. That is why nothing about the family is shown right now.',
    ended:
      'This device has been signed out, from another device or because the password was changed. Your family’s details have been removed from it, and are loaded again when you sign in.',
    waiting: {
      one: 'One change is saved here and will be sent when you have signed in.',
      other: '{{count}} changes are saved here and will be sent when you have signed in.',
    },
    password: 'Password for {{email}}',
    otherWay: 'Sign in another way',
  },
  missing: {
    firstName: 'Enter your first name.',
    lastName: 'Enter your last name.',
    email: 'Enter your email address.',
    password: 'Enter your password.',
    newPassword: 'Choose a password.',
    confirmPassword: 'Enter the password again.',
  },
} as const satisfies Translated<typeof sv.signIn>;

export const passkeys = {
  signIn: 'Sign in with a passkey',
  asking: 'Waiting for your device...',
  obstacles: {
    address: 'Passkeys do not work where the address is a number. Open the page over https or at localhost.',
    browser: 'This browser cannot use passkeys. Update it or choose another.',
  },
  step: {
    title: 'One more step',
    lead: 'Your account is protected with a passkey. Confirm it’s you.',
    usePasskey: 'Use passkey',
    useCode: 'Use a recovery code',
    code: 'Recovery code',
    codeHint: '16 letters and digits. Upper or lower case makes no difference.',
    codeMissing: 'Enter one of your recovery codes.',
    codeWrong: 'A code has 16 letters and digits, like 7K3M-9QXT-2BFD-V5NA. Check it.',
    goOn: 'Continue',
    checking: 'Checking...',
    back: 'Back to sign in',
    lost: 'If you have neither the passkey nor a code left, only whoever runs this site can help you.',
    left: {
      one: 'The code is used up. You have one left. Create new ones under Profile, Signing in.',
      other: 'The code is used up. You have {{count}} left.',
    },
    leftNone: 'That was your last code. Create new ones under Profile, Signing in.',
  },
  failures: {
    cancelled: 'No passkey was used. Try again whenever you like.',
    'passkey-late': 'It took too long. Try again.',
    'passkey-taken': 'This device already has a passkey for your account.',
    unsupported: 'This device cannot make such a passkey. Try another device or browser.',
    failed: 'The device could not use the passkey. Try again.',
    'passkey-refused':
      'The passkey belongs to no account here. It may have been removed. Sign in another way.',
    'passkey-copied':
      'The passkey may have been copied: its counter went backwards. Use another way, remove it under Profile, Signing in, and create a new one.',
    'passkey-limit': 'You have as many passkeys as you can have. Remove one that you do not use.',
    'passkey-needed':
      'While your account requires a passkey you must have at least one. Turn the requirement off first.',
    'last-sign-in-method': 'The passkey is your only way to sign in. Choose a password first.',
    'codes-needed': 'Create recovery codes first, and save them.',
    'email-unverified': 'Confirm your email first.',
    'code-refused': 'The code is wrong, or it was used already. Try another.',
    'second-factor-over': 'It took too long, or there were too many attempts. Sign in again.',
  },
} as const satisfies Translated<typeof sv.passkeys>;

export const held = {
  title: 'Changes from another account are waiting here',
  what: {
    one: '{{account}}: {{count}} change has not been sent, from {{time}}.',
    other: '{{account}}: {{count}} changes have not been sent, the first from {{time}}.',
  },
  titleLeft: 'Changes from your former family are still here',
  left: {
    one: '{{account}}: {{count}} change, from {{time}}, was not sent before the account changed families. It will never be sent.',
    other:
      '{{account}}: {{count}} changes, the first from {{time}}, were not sent before the account changed families. They will never be sent.',
  },
  fileIsAbout: 'Changes in Framme that had not reached the server when the account changed families.',
  unnamed: 'An account that was signed in here before',
  signIn: 'What is waiting is sent when the owner of the account signs in on this device.',
  signOutFirst:
    'What is waiting is sent when the owner of the account signs in on this device. Sign out here first.',
  discard: 'Discard the changes',
  discardNamed: 'Discard the changes from {{account}}',
  discardTitle: 'Discard the changes?',
  discardText: {
    one: '{{count}} change from {{account}} will then never be sent. This cannot be undone.',
    other: '{{count}} changes from {{account}} will then never be sent. This cannot be undone.',
  },
  discarded: 'The changes are discarded.',
  later: 'Not now',
} as const satisfies Translated<typeof sv.held>;

export const join = {
  title: 'Invitation to a family',
  headline: '{{name}} is inviting you to the family in Framme',
  lead: 'You will then share everything: children, friends, guests and visits.',
  signIn: 'Create an account or sign in first. The invitation stays in this tab.',
  as: 'You are signed in as {{email}}.',
  ask: 'Ask to join',
  asking: 'Asking...',
  next: '{{name}} only has to say yes, then you join.',
  notYet: 'Nothing happens to your family in Framme until you join yourself.',
  asked:
    'Now you are waiting for {{name}} to say yes. This page updates by itself. You can also come back through the link.',
  approved: '{{name}} has said yes.',
  former: {
    gone: 'Your current family in Framme is deleted: {{children}} and {{visits}}. Export your data first.',
    children: { one: '{{count}} child', other: '{{count}} children' },
    visits: { one: '{{count}} visit', other: '{{count}} visits' },
    stays: 'Your current family in Framme stays with the others in it. You no longer see it.',
  },
  unsent: {
    one: '{{count}} change on this device has not been sent yet. It must reach your family first.',
    other: '{{count}} changes on this device have not been sent yet. They must reach your family first.',
  },
  join: 'Join the family',
  joining: 'Joining...',
  done: 'You are in the family.',
  own: 'This is an invitation to the family that you are in already. Send the link to the person who is joining, or show the code.',
  toParents: 'To the parents',
  missing: 'The link is incomplete. Open it again, or scan the code once more.',
  dead: 'This invitation no longer works. It may be too old, used or cancelled. Ask for a new one.',
  deadSignIn: 'Have you already asked to join? Sign in with the same account.',
  deadOther: 'Did you ask to join with another account? Sign in with that one.',
  failures: {
    'link-expired': 'This invitation has expired. Ask for a new one.',
    'parent-limit': `The family has ${MAX_PARENTS} parents already.`,
    'other-household': 'You are in another family than when the page was opened. Reload the page.',
    'last-parent':
      'You are the only one left in your family now. Read again what happens to it before you join.',
    notSent: 'Not all changes have been sent yet. Try again in a moment.',
  },
} as const satisfies Translated<typeof sv.join>;
