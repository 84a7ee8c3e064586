import { isDeepStrictEqual } from 'node:util';
import type { Decision, PreparedCommand, ReadSet } from '#domain/command.ts';
import type { Document, DocumentOf } from '#domain/documents.ts';
import { type DocumentSource, Draft, visitorKey } from '#domain/draft.ts';
import { HouseholdSizes } from '#domain/household-sizes.ts';
import type { Id } from '#domain/ids.ts';
import { childOf, documentId, type Kind, type Path, visitorPath } from '#domain/paths.ts';
import type { Refusal } from '#domain/protocol/refusal.ts';
import type { LogWrite, Transaction } from '../../store/ports/store.ts';
import { prepareOp } from '../apply-ops.ts';
import type { Sender } from '../unit-of-work.ts';
import {
  type Base,
  baseOf,
  type LoggedOp,
  type LoggedWrite,
  logBase,
  type RestoreLog,
} from './restore-log.ts';

/** Beyond this the oldest ops are folded into their base. */
export const MOST_OPS = 1000;
/** The ops that a fold leaves. */
const LEFT_OPS = 750;

export interface Replayed {
  /** 'failed' if the rule crashed. */
  decisions: ReadonlyMap<Id, Decision | 'failed'>;
  /** Removed children last. */
  changes: readonly { path: Path; before: Document | undefined; after: Document | undefined }[];
  /** Without the new ops. */
  log: readonly LogWrite[];
  /** Their log rows must not be written: the base contains them. */
  folded: ReadonlySet<Id>;
  isRemoved: (child: Id) => boolean;
}

type Step = { op: LoggedOp; prepared: PreparedCommand | Refusal } | LoggedWrite;

/** Decides all ops since the restore again, `more` included, in their first order (decision 0046). */
export async function replay(
  transaction: Transaction,
  log: RestoreLog,
  more: readonly LoggedOp[],
  sender: Sender,
): Promise<Replayed> {
  const steps: Step[] = log
    .inOrder(more)
    .map((one) => ('path' in one ? one : { op: one, prepared: prepareOp(unasked(one), sender) }));
  const stored = await transaction.load([
    { paths: [...log.bases.keys(), ...log.writes.map(({ path }) => path)] },
    ...steps.flatMap(readsOf),
  ]);
  const [folded, rest] = divided(steps);
  const decisions = new Map<Id, Decision | 'failed'>();
  const previous = baseDocuments(stored, log.bases);
  const start = draftOn(previous);
  decideAll(start, folded, decisions, sender.onCrash);
  const bases = new Map([
    ...log.bases,
    ...written(start).map((path) => [path, baseOf(start, path)] as const),
  ]);
  const base = baseDocuments(stored, bases);
  const draft = draftOn(base);
  decideAll(draft, rest, decisions, sender.onCrash);
  return {
    decisions,
    changes: differences(stored, draft, [...bases.keys(), ...written(draft)]),
    log: [
      ...foldedRows(folded, start),
      ...written(draft).flatMap((path) => (bases.has(path) ? [] : [logBase(path, baseOf(base, path))])),
    ],
    folded: new Set(folded.flatMap((step) => ('op' in step ? step.op.op : []))),
    isRemoved: (child) => {
      const path = `children/${child}` as Path<'child'>;
      return draft.everExisted(path) && draft.get(path) === undefined;
    },
  };
}

/** The documents before the restore: the store's, except where written since. */
function baseDocuments(stored: DocumentSource, bases: ReadonlyMap<Path, Base>): DocumentSource {
  const ofBases = [...bases].flatMap(([path, { document }]) =>
    document && 'visitor' in document ? [{ path: path as Path<'visit'>, visit: document }] : [],
  );
  const visits = Map.groupBy(ofBases, visitorKey);
  return {
    get<K extends Kind>(path: Path<K>) {
      const base = bases.get(path);
      return base ? (base.document as DocumentOf[K] | undefined) : stored.get(path);
    },
    everExisted: (path) => bases.get(path)?.isTaken ?? stored.everExisted(path),
    visitsOf(visitor) {
      const unchanged = [...stored.visitsOf(visitor)].filter(({ path }) => !bases.has(path));
      return [...unchanged, ...(visits.get(visitorPath(visitor)) ?? [])];
    },
  };
}

/** Drops an edit's check for concurrent changes: in the first order the later edit wins. */
function unasked(op: LoggedOp): LoggedOp {
  return { ...op, args: { ...Object(op.args), was: undefined } };
}

/** No size refuses: each op was within the limits when first decided. */
function draftOn(source: DocumentSource): Draft {
  return new Draft(source, new HouseholdSizes());
}

function divided(steps: readonly Step[]): [folded: readonly Step[], rest: readonly Step[]] {
  const at = steps.length > MOST_OPS ? steps.length - LEFT_OPS : 0;
  return [steps.slice(0, at), steps.slice(at)];
}

function readsOf(step: Step): ReadSet[] {
  return 'op' in step && 'reads' in step.prepared ? [step.prepared.reads] : [];
}

function decideAll(
  draft: Draft,
  steps: readonly Step[],
  decisions: Map<Id, Decision | 'failed'>,
  onCrash: Sender['onCrash'],
): void {
  for (const step of steps) {
    if (!('op' in step)) {
      const current = draft.get(step.path);
      if (current) draft.apply({ put: step.path, document: withWrite(current, step) });
      continue;
    }
    const { op, prepared } = step;
    try {
      decisions.set(op.op, draft.decide(prepared));
    } catch (error) {
      onCrash(error, op.name);
      decisions.set(op.op, 'failed');
    }
  }
}

function written({ puts, removed }: Draft): Path[] {
  return [...new Set([...puts.keys(), ...removed])];
}

function foldedRows(folded: readonly Step[], start: Draft): LogWrite[] {
  const rows = folded.map((step): LogWrite => {
    if (!('op' in step)) return { child: documentId(childOf(step.path)), key: `s${step.order}${step.path}` };
    return { child: (step.op.args as { child: Id }).child, key: `o${step.op.op}` };
  });
  return [...rows, ...written(start).map((path) => logBase(path, baseOf(start, path), false))];
}

function differences(stored: DocumentSource, draft: Draft, paths: readonly Path[]): Replayed['changes'] {
  const changes = [...new Set(paths)].flatMap((path) => {
    const [before, after] = [stored.get(path), asStored(draft.get(path))];
    return isDeepStrictEqual(before, after) ? [] : [{ path, before, after }];
  });
  const isRemovedChild = ({ path, after }: (typeof changes)[number]) => !after && childOf(path) === path;
  return changes.toSorted((a, b) => Number(isRemovedChild(a)) - Number(isRemovedChild(b)));
}

/** Drops fields that JSON leaves out. */
function asStored<D extends Document>(document: D | undefined): D | undefined {
  return document && JSON.parse(JSON.stringify(document));
}

/** Changed fields only; lists are merged by id. */
function withWrite<D extends Document>(current: D, { before, after }: LoggedWrite): D {
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
