import * as v from 'valibot';
import {
  accept,
  type Context,
  type Decision,
  defineCommand,
  edit,
  type ReadDocuments,
  refuse,
  type Write,
  wasSchema,
} from '../command.ts';
import type { Friend, Guest } from '../documents.ts';
import { type Id, idSchema } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { isSameFirstName } from '../names.ts';
import { childPath, friendPath, guestPath, type Path, type VisitorRef, visitorPath } from '../paths.ts';
import { schemasOf } from '../visitor-fields.ts';
import { visitorReads } from '../visits/visitor.ts';

/** Required: name and parent phone (specification, section 5). */
const friendSchema = v.object({ child: idSchema, friend: idSchema, ...schemasOf('friend') });

const addFriend = defineCommand({
  args: friendSchema,
  reads: ({ child, friend }) => ({ paths: [childPath(child), friendPath(child, friend)] }),
  decide(documents, { child, friend, ...fields }, { at, e164 }) {
    const parentPhoneE164 = e164(fields.parentPhone);
    const document = { ...fields, parentPhoneE164, createdAt: at, status: 'out' } as const;
    return addVisitor(documents, child, friendPath(child, friend), document);
  },
});

const editFriend = defineCommand({
  args: v.object({ ...v.partial(friendSchema).entries, child: idSchema, friend: idSchema, was: wasSchema }),
  reads: ({ child, friend }) => ({ paths: [friendPath(child, friend)] }),
  decide: (documents, { child, friend, ...fields }, context) =>
    edit(documents, friendPath(child, friend), fields, (stored) => ({
      ...renamedIf(stored, fields.name, context),
      ...(fields.parentPhone !== undefined && { parentPhoneE164: context.e164(fields.parentPhone) }),
    })),
});

/** Keeps the past visits. */
const deleteFriend = defineCommand({
  args: v.object({ child: idSchema, friend: idSchema }),
  reads: ({ child, friend }, context) => visitorReads({ child, kind: 'friend', visitor: friend }, context),
  decide: (documents, { child, friend }) =>
    removeVisitor(documents, { child, kind: 'friend', visitor: friend }),
});

/**
 * Required: name and parent user id (specification, section 5). The id is never looked up, so it reveals no
 * user.
 */
const guestSchema = v.object({ child: idSchema, guest: idSchema, ...schemasOf('guest') });

const addGuest = defineCommand({
  args: guestSchema,
  reads: ({ child, guest }) => ({ paths: [childPath(child), guestPath(child, guest)] }),
  decide(documents, { child, guest, ...fields }, { at }) {
    const document = { ...fields, createdAt: at, status: 'out', timestamp: at } as const;
    return addVisitor(documents, child, guestPath(child, guest), document);
  },
});

const editGuest = defineCommand({
  args: v.object({ ...v.partial(guestSchema).entries, child: idSchema, guest: idSchema, was: wasSchema }),
  reads: ({ child, guest }) => ({ paths: [guestPath(child, guest)] }),
  decide: (documents, { child, guest, ...fields }, context) =>
    edit(documents, guestPath(child, guest), fields, (stored) => renamedIf(stored, fields.name, context)),
});

/** Keeps the past visits. */
const deleteGuest = defineCommand({
  args: v.object({ child: idSchema, guest: idSchema }),
  reads: ({ child, guest }, context) => visitorReads({ child, kind: 'guest', visitor: guest }, context),
  decide: (documents, { child, guest }) => removeVisitor(documents, { child, kind: 'guest', visitor: guest }),
});

export const visitorCommands = {
  addFriend,
  editFriend,
  deleteFriend,
  addGuest,
  editGuest,
  deleteGuest,
} as const;

function addVisitor(
  documents: ReadDocuments,
  child: Id,
  path: Path<'friend' | 'guest'>,
  document: Friend | Guest,
): Decision {
  if (!documents.get(childPath(child))) return refuse('not-found');
  if (documents.everExisted(path)) return refuse('id-taken');
  if (documents.sizes.visitors >= LIMITS.visitors) return refuse('too-many-visitors');
  return accept([{ put: path, document }]);
}

/** Comparable with the time of a yes: both are the server's. */
function renamedIf(
  stored: Friend | Guest,
  name: string | undefined,
  { receivedAt }: Context,
): { renamedAt?: string } {
  const isSame = name === undefined || isSameFirstName(name, stored.name);
  return isSame ? {} : { renamedAt: receivedAt };
}

/** Keeps the visits. An open one ends, with an unknown departure: nobody could close it later. */
function removeVisitor(documents: ReadDocuments, ref: VisitorRef): Decision {
  const visitor = documents.get(visitorPath(ref));
  if (!visitor) return refuse('not-found');
  const closed = documents.nearbyVisits
    .filter(({ visit }) => visit.open)
    .map(({ path, visit }): Write => ({ put: path, document: { ...visit, open: false } }));
  return accept([...closed, { remove: visitorPath(ref) }]);
}
