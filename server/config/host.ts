import type { Host } from '#domain/pages/host.ts';
import type { Config } from './config.ts';

/** What of the configuration the pages may know, and with them everybody. */
export function hostOf({ hostName, hostContact, publicOrigin, socialLinks, providers, smtp }: Config): Host {
  return {
    ...(hostName !== undefined && { name: hostName }),
    ...(hostContact !== undefined && { contact: hostContact }),
    ...(publicOrigin !== undefined && { origin: publicOrigin }),
    socialLinks,
    providers: providers.map(({ id, name }) => ({ id, name })),
    sendsMail: smtp !== undefined,
  };
}
