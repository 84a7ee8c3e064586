import type { Account } from '#domain/protocol/calls.ts';
import type { Export } from '#domain/protocol/export.ts';
import { isoTime } from '#domain/time.ts';
import { parseInvite } from '../parents/invites.ts';
import type { StoredParent } from '../store/ports/store.ts';
import type { ExportContext } from './household-data.ts';

type ParentsPart = Required<Pick<Export, 'parents' | 'invitations'>>;

/** Exports the parents of a household and its open invitation: of the others' accounts nothing but the names. */
export async function parentsPart(
  { store, now }: ExportContext,
  { household }: Account,
): Promise<ParentsPart> {
  const [parents, invite] = await Promise.all([
    store.parentsOf(household),
    store.openInvite(household, isoTime(now())),
  ]);
  const by = parents.find(({ uid }) => uid === invite?.uid);
  return {
    parents: parents.map((parent) => ({
      name: nameOf(parent),
      since: parent.profile.joinedAt ?? parent.profile.createdAt,
    })),
    invitations:
      invite && by
        ? [{ madeAt: parseInvite(invite.body).madeAt, expiresAt: invite.expiresAt, by: nameOf(by) }]
        : [],
  };
}

function nameOf({ profile }: StoredParent): string {
  return `${profile.firstName} ${profile.lastName}`;
}
