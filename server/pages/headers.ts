import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import type { Config } from '../config/config.ts';

/** Content security policy: our own origin alone, no inline script or style, no framing, no plugins. */
const directives = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'"],
  connectSrc: ["'self'"],
  fontSrc: ["'self'"],
  manifestSrc: ["'self'"],
  workerSrc: ["'self'"],
  formAction: ["'self'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
};

/** The browser features that the pages never use; the product has no location tracking. */
const DENIED = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
];

/**
 * Returns the security headers of every reply, computed once by letting Helmet write them to a dummy response; those for
 * https if browsers reach this server by it.
 */
export function securityHeaders({ publicOrigin }: Pick<Config, 'publicOrigin'>): Record<string, string> {
  const isHttps = publicOrigin?.startsWith('https:') ?? false;
  const protect = helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    strictTransportSecurity: isHttps && { maxAge: 365 * 24 * 60 * 60, includeSubDomains: false },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  const request = new IncomingMessage(new Socket());
  const recorder = new ServerResponse(request);
  protect(request, recorder, (error?: unknown) => {
    if (error) throw error;
  });
  const recorded = Object.entries(recorder.getHeaders()).map(([name, value]) => [name, String(value)]);
  return {
    ...Object.fromEntries(recorded),
    'permissions-policy': DENIED.map((feature) => `${feature}=()`).join(', '),
  };
}
