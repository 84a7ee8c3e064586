import { Socket } from 'node:net';
import helmet from 'helmet';
import type { Config } from '../config/config.ts';
import { IncomingMessage, ServerResponse } from '../process/http.ts';

/** No inline script or style, no framing, no plugins. */
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

/** Features that the pages never use; the product has no location tracking. */
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

/** Headers that protect data and redirects too. */
const OF_DATA: readonly string[] = [
  'cross-origin-resource-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
];

/**
 * Other headers only restrict pages; every tap would carry them. Data opened as a page can load and
 * run nothing.
 */
export function dataHeaders(ofPage: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(ofPage).filter(([name]) => OF_DATA.includes(name));
  return {
    ...Object.fromEntries(kept),
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  };
}

/** From Helmet, on a dummy response; HSTS only for https. */
export function securityHeaders({ publicOrigin }: Config): Record<string, string> {
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
