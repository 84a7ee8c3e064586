import type { passkeys as swedish } from '#client/translations/sv/passkeys.ts';
import type { Translated } from '#client/translations/translated.ts';

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
      one: 'The code is used up. You have one left. Create new ones under Account and security.',
      other: 'The code is used up. You have {{count}} left.',
    },
    leftNone: 'That was your last code. Create new ones under Account and security.',
  },
  failures: {
    cancelled: 'No passkey was used. Try again whenever you like.',
    late: 'It took too long. Try again.',
    knownHere: 'This device already has a passkey for your account.',
    unsupported: 'This device cannot make such a passkey. Try another device or browser.',
    failed: 'The device could not use the passkey. Try again.',
    refused: 'The passkey belongs to no account here. It may have been removed. Sign in another way.',
    limit: 'You have as many passkeys as you can have. Remove one that you do not use.',
    needed:
      'While your account requires a passkey you must have at least one. Turn the requirement off first.',
    lastWayIn: 'The passkey is your only way to sign in. Choose a password first.',
    codesNeeded: 'Create recovery codes first, and save them.',
    unverified: 'Confirm your email first.',
    code: 'The code is wrong, or it was used already. Try another.',
    stepOver: 'It took too long, or there were too many attempts. Sign in again.',
  },
} as const satisfies Translated<typeof swedish>;
