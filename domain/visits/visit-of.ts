import type { Context } from '../command.ts';
import type { Moment, Visit } from '../documents.ts';
import type { VisitorRef } from '../paths.ts';
import { DAY_MS } from '../time.ts';

/** True if a visit is one of this visitor. */
export function isOf({ visitor }: Visit, ref: VisitorRef): boolean {
  return visitor.id === ref.visitor && visitor.kind === ref.kind;
}

/** True if the other family may have been told of an arrival or departure within a day: a correction still helps. */
export function isToldLately({ receivedAt }: Moment, context: Context): boolean {
  return Date.parse(context.receivedAt) - Date.parse(receivedAt) <= DAY_MS;
}
