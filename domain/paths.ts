import * as v from 'valibot';
import { type Id, idSchema } from './ids.ts';

export type Kind = 'profile' | 'child' | 'friend' | 'guest' | 'visit';

declare const kindOf: unique symbol;

/** A document's path within its household; the type parameter is the kind of document at it. */
export type Path<K extends Kind = Kind> = string & { readonly [kindOf]: K };

/** Reference to one friend or guest of one child. */
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

/** The parts of a path; `child` is absent for a profile. */
export interface PathParts {
  kind: Kind;
  child?: Id;
  id: Id;
}

const KINDS: Readonly<Record<string, Kind>> = { friends: 'friend', guests: 'guest', visits: 'visit' };
const ID = '([0-9a-z]{10,40})';
/** One expression: every tap parses several paths. */
const PATH = new RegExp(`^(?:profiles/${ID}|children/${ID}(?:/(friends|guests|visits)/${ID})?)$`);

/** Parses any text. Returns undefined if it is no path of a document. */
export function parsePath(text: string): PathParts | undefined {
  const [, profile, child, collection, id] = PATH.exec(text) ?? [];
  if (profile !== undefined) return { kind: 'profile', id: profile };
  if (child === undefined) return undefined;
  const kind = collection === undefined ? undefined : KINDS[collection];
  return kind === undefined || id === undefined ? { kind: 'child', id: child } : { kind, child, id };
}

/** Returns the child above a path, or the path itself if there is none. */
export function childOf(path: Path): Path {
  const end = path.indexOf('/', path.indexOf('/') + 1);
  return end < 0 ? path : (path.slice(0, end) as Path);
}

/** Returns the last segment of a path, the document's id. */
export function documentId(path: Path): Id {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** True if `path` is `root` or below it. */
export function isWithin(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}/`);
}

/** Returns the half-open key range [from, to) of all paths below `root`; '0' follows '/' in every byte order. */
export function subtreeRange(root: Path): { from: string; to: string } {
  return { from: `${root}/`, to: `${root}0` };
}
