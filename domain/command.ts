import * as v from 'valibot';
import type { Alert } from './alerts.ts';
import type { Document, DocumentOf, Status, Visit } from './documents.ts';
import { type FieldProblem, isChanged } from './fields.ts';
import type { Id } from './ids.ts';
import type { Kind, Path, VisitorRef } from './paths.ts';
import type { Refusal, RefusalCode } from './protocol/refusal.ts';
import type { Certainty } from './time.ts';

/** Facts of one op that a decision may use beside the documents. Times are ISO. */
export interface Context {
  op: Id;
  actor: Id;
  device: Id;
  /** The estimated time of the tap (resolve-tap-time.ts). */
  at: string;
  tappedAt: string;
  receivedAt: string;
  zone: string;
  certainty: Certainty;
  /** E.164 if certain; always undefined on a phone. */
  e164: (typed: string) => string | undefined;
}

export interface StoredVisit {
  path: Path<'visit'>;
  visit: Visit;
}

export interface ReadDocuments {
  get<K extends Kind>(path: Path<K>): DocumentOf[K] | undefined;
  /** A document is or was here: ids are never reused. */
  everExisted(path: Path): boolean;
  /** The visitor's open visit, and two on either side of the read set's time, earliest first. */
  nearbyVisits: readonly StoredVisit[];
  /** Before the op; bounded by LIMITS. */
  sizes: { readonly children: number; readonly visitors: number; readonly openVisits: number };
}

/** The documents that a decision may read, and one window of visits around a time (ISO). */
export interface ReadSet {
  paths: readonly Path[];
  visitsNear?: { visitor: VisitorRef; at: string };
}

export type Write = { put: Path; document: Document } | { remove: Path };

export interface Notice {
  /** The tap's op. A later notice about it replaces this one. */
  about: Id;
  /**
   * All but `first` cancel the unsent notice. Then `corrected` is sent; `taken-back` only if the first one
   * was sent; `cancelled` never.
   */
  kind: 'first' | 'corrected' | 'taken-back' | 'cancelled';
  recipient: { phone: string } | { userId: string };
  /** The child visited; set when queued, absent from older servers. */
  child?: Id;
  /** Set when queued, to alert the family's other parents. */
  visitor?: Path;
  by?: Id;
  name: string;
  status: Status;
  at: string;
}

export interface Accepted {
  accepted: true;
  writes: readonly Write[];
  notices: readonly Notice[];
  /** To the family's own devices. */
  alerts?: readonly Alert[];
  /** Nothing had to change: the status holds since then. */
  since?: string;
}

export type Decision = Accepted | { accepted: false; refusal: Refusal };

export interface Command<S extends v.GenericSchema = v.GenericSchema> {
  args: S;
  reads(args: v.InferOutput<S>, context: Context): ReadSet;
  /** Pure: the same input gives the same answer, and no input is mutated. */
  decide(documents: ReadDocuments, args: v.InferOutput<S>, context: Context): Decision;
}

export function defineCommand<S extends v.GenericSchema>(command: Command<S>): Command<S> {
  return command;
}

export function accept(writes: readonly Write[], notices: readonly Notice[] = []): Accepted {
  return { accepted: true, writes, notices };
}

/** The target holds already; `since` is undefined if that time is unknown. */
export function acceptUnchanged(since: string | undefined): Accepted {
  return { accepted: true, writes: [], notices: [], ...(since === undefined ? {} : { since }) };
}

/** Each edited field's previous value, '' if none; absent from older pages, which send all fields. */
export const wasSchema = v.optional(v.record(v.string(), v.string()));
type Was = v.InferOutput<typeof wasSchema>;

type Changes<D> = { [F in keyof D]?: D[F] | undefined };

/**
 * Other fields, such as those of a newer version, stay. `derived` follows from the change. Refused if a field
 * holds neither its previous nor its new value.
 */
export function edit<K extends Kind>(
  documents: ReadDocuments,
  path: Path<K>,
  { was, ...changes }: Changes<DocumentOf[K]> & { was?: Was },
  derived?: (stored: DocumentOf[K]) => Changes<DocumentOf[K]>,
): Decision {
  const stored = documents.get(path);
  if (!stored) return refuse('not-found');
  const edited = Object.entries(changes).filter(([, value]) => value !== undefined);
  const held: Readonly<Record<string, unknown>> = { ...stored };
  const other = edited.find(([field, value]) => isChanged(was?.[field], held[field] ?? '', value));
  if (other) return refuse('changed-meanwhile', other[0]);
  const document = { ...stored, ...Object.fromEntries(edited), ...derived?.(stored) };
  return accept([{ put: path, document }]);
}

export function refuse(code: RefusalCode, field?: string, problem?: FieldProblem): Decision {
  return {
    accepted: false,
    refusal: {
      code,
      ...(field === undefined ? {} : { field }),
      ...(problem === undefined ? {} : { problem }),
    },
  };
}

export interface PreparedCommand {
  reads: ReadSet;
  decide(documents: ReadDocuments): Decision;
}
