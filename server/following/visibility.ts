import type { Friend, Guest } from '#domain/documents.ts';
import { refusesLinks } from '#domain/links/link-life.ts';
import { firstName, isSameFirstName } from '#domain/names.ts';
import { visitorPath } from '#domain/paths.ts';
import type { Dependencies } from '../dependencies.ts';
import type { FollowRow, Linked } from '../store/ports/store.ts';

/** In letters that both stores keep, since names of older versions may hold others. */
export function followedName(visitorName: string): string {
  return firstName(visitorName).toWellFormed().replaceAll('\0', '\ufffd');
}

type Named = Pick<Friend | Guest, 'name' | 'renamedAt'>;
type Consent = Pick<FollowRow, 'agreedAt' | 'name'>;

/** A restore may have brought back an ended follow, and a new first name may be another child. */
export function needsReconfirm(
  { store }: Dependencies,
  { agreedAt, name }: Consent,
  visitor: Named,
): boolean {
  if (agreedAt === null) return false;
  const restoredAt = store.restored()?.at ?? Number.NEGATIVE_INFINITY;
  if (Date.parse(agreedAt) <= Math.max(restoredAt, renamedAt(visitor))) return true;
  // Renames by earlier versions left no stamp.
  return !isSameFirstName(followedName(visitor.name), name);
}

/** In ms. */
export function renamedAt({ renamedAt: at }: Named): number {
  return at === undefined ? Number.NEGATIVE_INFINITY : Date.parse(at);
}

/** Both families agree, and neither they nor the operator refuse it. */
export function isShared(deps: Dependencies, row: Consent, visitor: Friend | Guest): boolean {
  if (row.agreedAt === null || needsReconfirm(deps, row, visitor) || refusesLinks(visitor)) return false;
  const phone = certainPhone(visitor);
  return phone === undefined || !deps.isNumberRefused?.(phone);
}

/** A friend's number in E.164, if certain: the operator refuses links by it. */
export function certainPhone(visitor: Friend | Guest): string | undefined {
  return 'parentPhoneE164' in visitor ? visitor.parentPhoneE164 : undefined;
}

/** A family that follows sees the visitor. */
export async function isFollowed(
  deps: Dependencies,
  { household, ref, visitor }: Pick<Linked, 'household' | 'ref' | 'visitor'>,
): Promise<boolean> {
  const [rows, path] = [await deps.store.followersOf(household), visitorPath(ref)];
  return rows.some((row) => row.visitor === path && isShared(deps, row, visitor));
}
