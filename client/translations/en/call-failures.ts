import type * as sv from '#client/translations/sv/call-failures.ts';
import type { Translated } from '#client/translations/translations.ts';

export const callFailures = {
  'email-taken': 'An account with this email already exists',
  'weak-password': 'Password should be at least 6 characters',
  passwordsDiffer: 'Passwords do not match',
  'invalid-credentials': 'Invalid email or password',
  signIn: 'Failed to sign in. Please check your credentials.',
  register: 'The account could not be created. Check what you typed and try again.',
  offline: 'The server cannot be reached. Try again in a moment.',
  notLoaded: 'The page could not be loaded. Try again.',
  intercepted: 'Something other than Framme answers here. Perhaps you need to sign in to the network first.',
  tooMany: {
    one: 'Too many attempts. Try again in a minute.',
    other: 'Too many attempts. Try again in {{count}} minutes.',
  },
  'invitation-needed':
    'This invitation is no longer valid. It may have been used already, or be too old. Ask for a new link.',
  'sign-up-over': 'It took too long. Go back to sign in and start again.',
  'provider-unreachable':
    'The service is not answering right now. Try again in a moment, or sign in another way.',
  unavailable: 'The server is not answering as it should right now. Try again in a moment.',
  pageTooOld: 'This page is old. Reload it and try again.',
  'link-expired':
    'This link no longer works. It may have been used already, or have expired. Ask for a new one.',
  'sends-no-mail': 'This server sends no email.',
  'not-stored': 'This device could not store the sign-in. Free some space in the browser and try again.',
} as const satisfies Translated<typeof sv.callFailures>;
