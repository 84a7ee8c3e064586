import type { passkeys as swedish } from '#client/translations/sv/passkeys.ts';
import type { Translated } from '#client/translations/translated.ts';

export const passkeys = {
  signIn: 'Log in with a passkey',
  asking: 'Waiting for your device...',
  obstacles: {
    address: 'Passkeys do not work where the address is a number. Open the page over https or at localhost.',
    browser: 'This browser cannot use passkeys. Update it or choose another.',
  },
  step: {
    title: 'One more step',
    lead: 'Your account is protected with a passkey. Show that it is you.',
    usePasskey: 'Use passkey',
    useCode: 'Use a recovery code',
    code: 'Recovery code',
    codeHint: '16 letters and digits. Capitals or not makes no difference.',
    codeMissing: 'Write one of your recovery codes.',
    codeWrong: 'A code has 16 letters and digits, like 7K3M-9QXT-2BFD-V5NA. Check it.',
    goOn: 'Continue',
    checking: 'Checking...',
    back: 'Back to log in',
    lost: 'If you have neither the passkey nor a code left, only whoever runs this service can help you.',
    left: {
      one: 'The code is used up. You have one left. Make new ones under Account and security.',
      other: 'The code is used up. You have {{count}} left.',
    },
    leftNone: 'That was your last code. Make new ones under Account and security.',
  },
  failures: {
    cancelled: 'No passkey was used. Try again whenever you like.',
    late: 'It took too long. Try again.',
    knownHere: 'This device already has a passkey for your account.',
    unsupported: 'This device cannot make such a passkey. Try another device or browser.',
    failed: 'The device could not use the passkey. Try again.',
    refused: 'The passkey belongs to no account here. It may have been removed. Log in another way.',
    limit: 'You have as many passkeys as you can have. Remove one that you do not use.',
    needed:
      'While your account requires a passkey you must have at least one. Turn the requirement off first.',
    lastWayIn: 'The passkey is your only way to log in. Choose a password first.',
    codesNeeded: 'Make recovery codes first, and save them.',
    unverified: 'Confirm your email first.',
    code: 'The code is wrong, or it was used already. Try another.',
    stepOver: 'It took too long, or there were too many attempts. Log in once more.',
  },
} as const satisfies Translated<typeof swedish>;
