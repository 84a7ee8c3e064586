import type { services as swedish } from '#client/translations/sv/services.ts';
import type { Translated } from '#client/translations/translated.ts';

export const services = {
  title: 'Ways to log in',
  lead: 'Connect another service to your account, and you can log in with it.',
  none: 'Whoever hosts this service has not connected any other way to log in.',
  connect: 'Connect',
  connectNamed: 'Connect {{provider}}',
  disconnect: 'Disconnect',
  disconnectNamed: 'Disconnect {{provider}}',
  since: 'Connected since {{date}}',
  not: 'Not connected',
  disconnected: '{{provider}} is disconnected.',
  lastWayIn: 'It is your only way to log in. Choose a password first, then you can disconnect it.',
} as const satisfies Translated<typeof swedish>;
