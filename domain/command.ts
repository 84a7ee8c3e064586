import * as v from 'valibot';
import type { Alert } from './alerts.ts';
import type { Document, DocumentOf, Status, Visit } from './documents.ts';
import { type FieldProblem, fieldErrorOf, isChanged } from './fields.ts';
import type { Sizes } from './household-sizes.ts';
import type { Id } from './ids.ts';
import type { Kind, Path, VisitorRef } from './paths.ts';
import type { Refusal, RefusalCode } from './protocol/refusal.ts';
import type { Certainty } from './time.ts';

/** Facts of one op that a decision may use beside the documents. Times are ISO strings. */
export interface Context {
  op: Id;
  /** The account that acts: its uid. */
  actor: Id;
  device: Id;
  /** Best estimate of the tap's time (see placeTap in place-tap.ts). */
  at: string;
  tappedAt: string;
  receivedAt: string;
  zone: string;
  certainty: Certainty;
  /** Returns the E.164 form of a typed number if it is certain, else undefined; always undefined on a phone. */
  e164: (typed: string) => string | undefined;
}

export interface StoredVisit {
  path: Path<'visit'>;
  visit: Visit;
}

/** The documents of a decision's read set, and no others. */
export interface ReadDocuments {
  get<K extends Kind>(path: Path<K>): DocumentOf[K] | undefined;
  /** True if a document exists or ever existed here: ids are never reused. */
  isTaken(path: Path): boolean;
  /** The visitor's open visit and two visits on either side of the read set's time, earliest first. */
  around: readonly StoredVisit[];
  /** The sizes of the household before the op (limits.ts). */
  sizes: Sizes;
}

/** Documents that a decision declares it reads, plus at most one window of visits around a time (ISO). */
export interface ReadSet {
  paths: readonly Path[];
  around?: { visitor: VisitorRef; at: string };
}

export type Write = { put: Path; document: Document } | { remove: Path };

/** A message to the other family. */
export interface Notice {
  /** The op of the tap. A later notice about the same op replaces this one. */
  about: Id;
  /**
   * All but `first` cancel the unsent notice about the op. Then `corrected` is sent; `taken-back` only if the first
   * was sent already; `cancelled` never.
   */
  kind: 'first' | 'corrected' | 'taken-back' | 'cancelled';
  recipient: { phone: string } | { userId: string };
  /** The child visited, set as the notice is queued; those of an older server have none. */
  child?: Id;
  /** The visitor, and the parent who tapped, set likewise: other parents of the family may be told of it. */
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
  /** Alerts to the family's own devices. */
  alerts?: readonly Alert[];
  /** Set if nothing had to change: the time since which the status holds. */
  since?: string;
}

export type Decision = Accepted | { accepted: false; refusal: Refusal };

/** One change a parent can ask for: argument schema, read set and rule. */
export interface Command<S extends v.GenericSchema = v.GenericSchema> {
  args: S;
  reads(args: v.InferOutput<S>, context: Context): ReadSet;
  /** Pure: the same input gives the same answer, and no input is mutated. */
  decide(reading: ReadDocuments, args: v.InferOutput<S>, context: Context): Decision;
}

export function defineCommand<S extends v.GenericSchema>(command: Command<S>): Command<S> {
  return command;
}

export function accept(writes: readonly Write[], notices: readonly Notice[] = []): Accepted {
  return { accepted: true, writes, notices };
}

/** Accepts a command whose target already holds; `since` is undefined if that time is unknown. */
export function acceptUnchanged(since: string | undefined): Accepted {
  return { accepted: true, writes: [], notices: [], ...(since === undefined ? {} : { since }) };
}

/** By edited field, the value it had before, '' if none. An earlier page sends none, and all fields. */
export const wasSchema = v.optional(v.record(v.string(), v.string()));
type Was = v.InferOutput<typeof wasSchema>;

type Changes<D> = { [F in keyof D]?: D[F] | undefined };

/**
 * Accepts a change of some fields of a document; all others, such as those of a newer version, stay as they are. `derived`: what
 * follows from the change. Refuses if there is no such document, or if a field holds neither its former nor its new value.
 */
export function edit<K extends Kind>(
  reading: ReadDocuments,
  path: Path<K>,
  { was, ...changes }: Changes<DocumentOf[K]> & { was?: Was },
  derived?: (stored: DocumentOf[K]) => Changes<DocumentOf[K]>,
): Decision {
  const stored = reading.get(path);
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

/** A command with validated arguments: its read set, and its rule bound to them. */
export interface PreparedCommand {
  reads: ReadSet;
  decide(reading: ReadDocuments): Decision;
}

/** Validates the arguments and binds them. Returns a refusal that names the first bad argument if there is one. */
export function prepareCommand<S extends v.GenericSchema>(
  command: Command<S>,
  typed: unknown,
  context: Context,
): PreparedCommand | Refusal {
  const parsed = v.safeParse(command.args, typed, { abortPipeEarly: true });
  if (!parsed.success) return { code: 'invalid-arguments', ...fieldErrorOf(parsed.issues[0]) };
  return {
    reads: command.reads(parsed.output, context),
    decide: (reading) => command.decide(reading, parsed.output, context),
  };
}
