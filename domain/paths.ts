import * as v from 'valibot';
import { type Id, idSchema } from './ids.ts';

export type Kind = 'profile' | 'child' | 'friend' | 'guest' | 'visit';

declare const kindOf: unique symbol;

export type Path<K extends Kind = Kind> = string & { readonly [kindOf]: K };

export const visitorRefSchema = v.object({
  child: idSchema,
  kind: v.picklist(['friend', 'guest']),
  visitor: idSchema,
});
export type VisitorRef = v.InferOutput<typeof visitorRefSchema>;

export const profilePath = (uid: Id) => `profiles/${uid}` as Path<'profile'>;
export const childPath = (child: Id) => `children/${child}` as Path<'child'>;
export const friendPath = (child: Id, friend: Id) => `children/${child}/friends/${friend}` as Path<'friend'>;
export const guestPath = (child: Id, guest: Id) => `children/${child}/guests/${guest}` as Path<'guest'>;
export const visitPath = (child: Id, visit: Id) => `children/${child}/visits/${visit}` as Path<'visit'>;

export function visitorPath({ child, kind, visitor }: VisitorRef): Path<'friend'> | Path<'guest'> {
  return kind === 'friend' ? friendPath(child, visitor) : guestPath(child, visitor);
}

/** `child` is absent for a profile. */
interface PathParts {
  kind: Kind;
  child?: Id;
  id: Id;
}

const KINDS: Readonly<Record<string, Kind>> = { friends: 'friend', guests: 'guest', visits: 'visit' };
const ID = '([0-9a-z]{10,40})';
/** One expression: every tap parses several paths. */
const PATH = new RegExp(`^(?:profiles/${ID}|children/${ID}(?:/(friends|guests|visits)/${ID})?)$`);

export function parsePath(text: string): PathParts | undefined {
  const [, profile, child, collection, id] = PATH.exec(text) ?? [];
  if (profile !== undefined) return { kind: 'profile', id: profile };
  if (child === undefined) return undefined;
  const kind = collection === undefined ? undefined : KINDS[collection];
  return kind === undefined || id === undefined ? { kind: 'child', id: child } : { kind, child, id };
}

/** The child above the path, or the path itself. */
export function childOf(path: Path): Path {
  const end = path.indexOf('/', path.indexOf('/') + 1);
  return end < 0 ? path : (path.slice(0, end) as Path);
}

export function documentId(path: Path): Id {
  return path.slice(path.lastIndexOf('/') + 1);
}

export function isWithin(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}/`);
}

/** The range [from, to) of keys below `root`; '0' follows '/' in every byte order. */
export function subtreeRange(root: Path): { from: string; to: string } {
  return { from: `${root}/`, to: `${root}0` };
}
