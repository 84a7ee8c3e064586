import type { Host } from '#domain/pages/host.ts';
import { VERSION } from '../process/version.ts';
import type { Config } from './config.ts';

/** Returns the public part of the configuration, which the pages show. */
export function hostOf(config: Config): Host {
  const { hostName, hostContact, publicOrigin, socialLinks, providers, smtp, registration } = config;
  const { serviceWorker, pushServices } = config;
  return {
    ...(hostName !== undefined && { name: hostName }),
    version: VERSION,
    ...(hostContact !== undefined && { contact: hostContact }),
    ...(publicOrigin !== undefined && { origin: publicOrigin }),
    socialLinks,
    providers: providers.map(({ id, name }) => ({ id, name })),
    sendsMail: smtp !== undefined,
    ...(serviceWorker === 'off' && { serviceWorker }),
    ...((serviceWorker === 'off' || pushServices.length === 0) && { push: 'off' as const }),
    ...(registration !== 'open' && { registration }),
  };
}
