import type { services as swedish } from '../sv/services.ts';
import type { Translated } from '../translated.ts';

export const services = {
  title: 'Ways to log in',
  lead: 'Connect another service to your account, and you can log in with it.',
  none: 'Whoever hosts this service has not connected any other way to log in.',
  someService: 'the other service',
  connect: 'Connect',
  connectNamed: 'Connect {{provider}}',
  disconnect: 'Disconnect',
  disconnectNamed: 'Disconnect {{provider}}',
  since: 'Connected since {{date}}',
  not: 'Not connected',
  disconnected: '{{provider}} is disconnected.',
  lastWayIn: 'It is your only way to log in. Choose a password first, then you can disconnect it.',
  outcomes: {
    connected: '{{provider}} is connected to your account.',
    proven: 'Thank you, now we know that it is you. Go on where you were.',
    cancelled: 'You cancelled at {{provider}}. Nothing has changed.',
    unreachable: '{{provider}} is not answering right now. Try again in a moment.',
    refused: '{{provider}} could not show who you are. Try again.',
    expired: 'It took too long, or you logged in anew meanwhile. Try again.',
    alreadyUsed:
      'That account at {{provider}} is connected to another Framme account already. Choose another one, or disconnect it there first.',
    someoneElse: 'That account at {{provider}} is not connected to your account. Choose the one that is.',
    unavailable: 'The server is not answering as it should right now. Try again in a moment.',
  },
} as const satisfies Translated<typeof swedish>;
