import type { services as swedish } from '#client/translations/sv/services.ts';
import type { Translated } from '#client/translations/translated.ts';

export const services = {
  title: 'Ways to sign in',
  lead: 'Connect another service to your account, and you can sign in with it.',
  none: 'Whoever runs this site has not connected any other way to sign in.',
  connect: 'Connect',
  connectNamed: 'Connect {{provider}}',
  disconnect: 'Disconnect',
  disconnectNamed: 'Disconnect {{provider}}',
  since: 'Connected since {{date}}',
  not: 'Not connected',
  disconnected: '{{provider}} is disconnected.',
  lastWayIn: 'It is your only way to sign in. Choose a password first, then you can disconnect it.',
} as const satisfies Translated<typeof swedish>;
