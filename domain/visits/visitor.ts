import {
  accept,
  type Context,
  type Decision,
  type ReadDocuments,
  type ReadSet,
  refuse,
  type Write,
} from '../command.ts';
import { childPath, profilePath, type VisitorRef, visitorPath, visitPath } from '../paths.ts';

/** Returns the read set of a change to one visitor: the visitor, the visits beside the tap and those removed, the parent's switch. */
export function visitorReads(visitor: VisitorRef, context: Context): ReadSet {
  return {
    paths: [
      visitorPath(visitor),
      profilePath(context.actor),
      visitPath(visitor.child, context.op),
      childPath(visitor.child),
    ],
    around: { visitor, at: context.at },
  };
}

/** Deletes a visitor and keeps the visits. An open visit ends with an unknown departure: nobody could close it later. */
export function removeVisitor(reading: ReadDocuments, ref: VisitorRef): Decision {
  const visitor = reading.get(visitorPath(ref));
  if (!visitor) return refuse('not-found');
  const closed = reading.around
    .filter(({ visit }) => visit.open)
    .map(({ path, visit }): Write => ({ put: path, document: { ...visit, open: false } }));
  return accept([...closed, { remove: visitorPath(ref) }]);
}
