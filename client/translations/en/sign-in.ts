import type { signIn as swedish } from '#client/translations/sv/sign-in.ts';
import type { Translated } from '#client/translations/translated.ts';

export const signIn = {
  logInTitle: 'Sign in',
  logInLead: 'Welcome back.',
  historyLead: 'Sign in to see the history.',
  checkInLead: 'Sign in to go on with the check-in or check-out.',
  registerTitle: 'Create account',
  registerLead: 'We only ask for what is needed.',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  password: 'Password',
  confirmPassword: 'Confirm password',
  passwordHint: 'At least 6 characters.',
  passwordTip: 'This one is easy to guess. A longer password is safer, for example a few words in a row.',
  logIn: 'Sign in',
  loggingIn: 'Logging in...',
  forgot: 'Forgot your password?',
  createAccount: 'Create account',
  creatingAccount: 'Creating account...',
  noAccount: 'No account yet?',
  haveAccount: 'Already have an account?',
  toRegister: 'Create account',
  toLogIn: 'Sign in',
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
  failures: {
    emailTaken: 'An account with this email already exists',
    weakPassword: 'Password should be at least 6 characters',
    passwordsDiffer: 'Passwords do not match',
    invalidCredentials: 'Invalid email or password',
    signIn: 'Failed to sign in. Please check your credentials.',
    register: 'The account could not be created. Check what you typed and try again.',
    offline: 'You seem to be offline. What you typed is kept. Try again when you have reception.',
    intercepted:
      'Something other than Framme answers here. Perhaps you need to sign in to the network first. What you typed is kept.',
    tooMany: {
      one: 'Too many attempts. What you typed is kept. Try again in a minute.',
      other: 'Too many attempts. What you typed is kept. Try again in {{count}} minutes.',
    },
    invitationNeeded:
      'This invitation is no longer valid. It may have been used already, or be too old. Ask for a new link.',
    pendingSignUpOver: 'It took too long. Go back to sign in and start again.',
    providerUnreachable:
      'The service is not answering right now. Try again in a moment, or sign in another way.',
    unavailable:
      'The server is not answering as it should right now. What you typed is kept. Try again in a moment.',
    pageTooOld: 'This page is old. Reload it and try again.',
    linkExpired:
      'This link no longer works. It may have been used already, or have expired. Ask for a new one.',
    sendsNoMail: 'This server sends no email.',
    notStored: 'This device could not store the sign-in. Free some space in the browser and try again.',
  },
} as const satisfies Translated<typeof swedish>;
