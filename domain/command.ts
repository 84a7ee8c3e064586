import * as v from 'valibot';
import type { Document, DocumentOf, Status, Visit } from './documents.ts';
import { type FieldProblem, problemOf } from './fields.ts';
import type { Id } from './ids.ts';
import type { Kind, Path, VisitorRef } from './paths.ts';
import type { Refusal, RefusalCode } from './protocol/refusal.ts';
import type { Certainty } from './time.ts';

/** What a decision may know beside the documents. Times are ISO strings. */
export interface Context {
  op: Id;
  /** The account that acts: its uid. */
  actor: Id;
  device: Id;
  /** When the tap happened, as far as it is known (see placeTap). */
  at: string;
  tappedAt: string;
  receivedAt: string;
  zone: string;
  certainty: Certainty;
  /** The E.164 form of a number as typed, only where it is certain; a phone knows none. */
  e164: (typed: string) => string | undefined;
}

export interface StoredVisit {
  path: Path<'visit'>;
  visit: Visit;
}

/** The documents a decision declared that it reads, and nothing else. */
export interface Reading {
  get<K extends Kind>(path: Path<K>): DocumentOf[K] | undefined;
  /** True where a document lies or ever lay: ids are never used again. */
  isTaken(path: Path): boolean;
  /** The visitor's open stay and the two on either side of the time asked for, earliest first. */
  around: readonly StoredVisit[];
}

export interface Reads {
  paths: readonly Path[];
  around?: { visitor: VisitorRef; at: string };
}

export type Write = { put: Path; document: Document } | { remove: Path };

/** What the other family is to be told. */
export interface Notice {
  /** The op of the tap that this is about; a later notice about the same op replaces it. */
  about: Id;
  /**
   * All but `first` cancel what is unsent about the op. Then `corrected` is sent, `taken-back` only where one had gone
   * out, and `cancelled` never.
   */
  kind: 'first' | 'corrected' | 'taken-back' | 'cancelled';
  recipient: { phone: string } | { userId: string };
  name: string;
  status: Status;
  at: string;
}

export interface Accepted {
  accepted: true;
  writes: readonly Write[];
  notices: readonly Notice[];
  /** Set where nothing had to change: since when the status already holds. */
  since?: string;
}

export type Decision = Accepted | { accepted: false; refusal: Refusal };

/** One change a parent can ask for: the shape of its arguments, what it reads, and the rule. */
export interface Command<S extends v.GenericSchema = v.GenericSchema> {
  args: S;
  reads(args: v.InferOutput<S>, context: Context): Reads;
  /** Pure: same input, same answer, and no input is changed. */
  decide(reading: Reading, args: v.InferOutput<S>, context: Context): Decision;
}

export function defineCommand<S extends v.GenericSchema>(command: Command<S>): Command<S> {
  return command;
}

export function accept(writes: readonly Write[], notices: readonly Notice[] = []): Accepted {
  return { accepted: true, writes, notices };
}

/** Accepts a wish that is already fulfilled; `since` is absent where that time is unknown. */
export function acceptUnchanged(since: string | undefined): Accepted {
  return { accepted: true, writes: [], notices: [], ...(since === undefined ? {} : { since }) };
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

/** A command with its arguments checked: what to load, and the rule waiting for it. */
export interface Prepared {
  reads: Reads;
  decide(reading: Reading): Decision;
}

/** Checks the arguments and binds them. Out: what to load and decide, or the refusal that names the first bad argument. */
export function prepareCommand<S extends v.GenericSchema>(
  command: Command<S>,
  typed: unknown,
  context: Context,
): Prepared | Refusal {
  const parsed = v.safeParse(command.args, typed, { abortPipeEarly: true });
  if (!parsed.success) return argumentRefusal(parsed.issues[0]);
  return {
    reads: command.reads(parsed.output, context),
    decide: (reading) => command.decide(reading, parsed.output, context),
  };
}

function argumentRefusal(issue: v.BaseIssue<unknown>): Refusal {
  const field = v.getDotPath(issue);
  return { code: 'invalid-arguments', ...(field === null ? {} : { field, problem: problemOf(issue) }) };
}
