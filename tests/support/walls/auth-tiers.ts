import { importsOf, type Source } from './source.ts';

const AUTH = 'server/auth/';

/**
 * From the bottom: what every sign-in method builds on, the mails, the services of both together, the methods, the endpoints, and
 * what registers them all.
 */
const TIERS: readonly (readonly string[])[] = [
  ['core/'],
  ['mail/'],
  ['auth-context.ts'],
  ['passkeys/', 'providers/'],
  ['endpoints/'],
  ['calls.ts'],
];

/** Sign-in is built in tiers: none imports a higher one, nor a neighbour of its own. */
export function authImportsLowerTiers(source: Source): string[] {
  const own = placeOf(source.path);
  if (own === undefined) return [];
  return importsOf(source)
    .filter((target) => {
      const place = placeOf(target);
      return place !== undefined && place.name !== own.name && place.tier >= own.tier;
    })
    .map((target) => `${source.path} imports ${target}: a tier of server/auth imports lower ones alone`);
}

/** A file of `server/auth` in no tier is above them all. */
function placeOf(path: string): { tier: number; name: string } | undefined {
  if (!path.startsWith(AUTH)) return undefined;
  const file = path.slice(AUTH.length);
  const tier = TIERS.findIndex((places) => places.some((place) => file.startsWith(place)));
  if (tier === -1) return { tier: TIERS.length, name: file };
  return { tier, name: TIERS[tier]?.find((place) => file.startsWith(place)) ?? file };
}
