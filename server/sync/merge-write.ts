import { isDeepStrictEqual } from 'node:util';
import type { Document } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import type { LoggedWrite } from './restore-log.ts';

/**
 * Returns a document with what a write of the server changed in another state of it: single fields, and of links and removals
 * those that it wrote or dropped.
 */
export function withWrite<D extends Document>(current: D, { before, after }: LoggedWrite): D {
  const changed: Record<string, unknown> = { ...current };
  const [was, is] = [before, after].map((one) => one as Record<string, unknown>) as [Fields, Fields];
  for (const field of new Set([...Object.keys(was), ...Object.keys(is)])) {
    if (isDeepStrictEqual(was[field], is[field])) continue;
    const value = isList(was[field] ?? is[field])
      ? mergedList(listOf(was[field]), listOf(is[field]), listOf(changed[field]))
      : is[field];
    if (value === undefined) delete changed[field];
    else changed[field] = value;
  }
  return changed as D;
}

type Fields = Record<string, unknown>;
type Item = { id: Id };

const isList = (value: unknown): value is Item[] => Array.isArray(value);
const listOf = (value: unknown): Item[] => (isList(value) ? value : []);

function mergedList(before: readonly Item[], after: readonly Item[], current: readonly Item[]) {
  const [was, is] = [byId(before), byId(after)];
  const kept = current.flatMap((item) => {
    const now = is.get(item.id);
    if (!now) return was.has(item.id) ? [] : [item];
    return [isDeepStrictEqual(now, was.get(item.id)) ? item : now];
  });
  return kept.length > 0 ? kept : undefined;
}

function byId(items: readonly Item[]): Map<Id, Item> {
  return new Map(items.map((item) => [item.id, item]));
}
