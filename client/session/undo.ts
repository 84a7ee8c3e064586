import type { ChildView } from '#client/data/port.ts';
import type { CommandArgs } from '#domain/commands/catalogue.ts';
import type { Id } from '#domain/ids.ts';
import type { VisitorRef } from '#domain/paths.ts';
import { visitorOf } from './find-visitor.ts';

/** The undo of a tap, as long as it is the visitor's latest change. In: the children as they stand now. */
export function undoOf(
  children: readonly ChildView[],
  ref: VisitorRef,
  tap: Id,
): CommandArgs<'undo'> | undefined {
  const undo = visitorOf(children, ref)?.undo;
  return undo?.undoes === tap ? undo : undefined;
}
