import type { providers as swedish } from '#client/translations/sv/providers.ts';
import type { Translated } from '#client/translations/translated.ts';

export const providers = {
  someService: 'the other service',
  entering: 'Signing in',
  outcomes: {
    cancelled: 'You cancelled at {{provider}}. Try again, or sign in another way.',
    unreachable: '{{provider}} is not answering right now. Try again in a moment, or sign in another way.',
    refused: '{{provider}} could not show who you are. Try again, or sign in another way.',
    expired: 'It took too long, or you began in another browser. Try again.',
    unavailable: 'The server is not answering as it should right now. Try again in a moment.',
    notInvited: 'You have no account here. One is created by invitation only, if at all.',
    notConnected:
      'There is already an account with your email address, and it is not connected to {{provider}}. Sign in as usual. Under Account and security you can then connect {{provider}}.',
  },
  onAccount: {
    connected: '{{provider}} is connected to your account.',
    proven: 'Thank you, now we know that it is you. Go on where you were.',
    cancelled: 'You cancelled at {{provider}}. Nothing has changed.',
    unreachable: '{{provider}} is not answering right now. Try again in a moment.',
    refused: '{{provider}} could not show who you are. Try again.',
    expired: 'It took too long, or you signed in anew meanwhile. Try again.',
    alreadyUsed:
      'That account at {{provider}} is connected to another Framme account already. Choose another one, or disconnect it there first.',
    someoneElse: 'That account at {{provider}} is not connected to your account. Choose the one that is.',
    unavailable: 'The server is not answering as it should right now. Try again in a moment.',
  },
  pendingSignUp: {
    title: 'Almost done',
    lead: 'You are signed in at {{provider}}. Check the details and fill in what is missing.',
    over: 'It took too long, or you are done already. Sign in once more.',
    toLogIn: 'Back to sign in',
  },
} as const satisfies Translated<typeof swedish>;
