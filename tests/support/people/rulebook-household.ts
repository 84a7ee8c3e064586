import type { Context, Decision } from '#domain/command.ts';
import { type CommandArgs, type CommandName, prepare } from '#domain/commands/catalogue.ts';
import type { Document, Visit } from '#domain/documents.ts';
import { Draft } from '#domain/draft.ts';
import { HouseholdSizes } from '#domain/household-sizes.ts';
import type { Id } from '#domain/ids.ts';
import { parsePath, profilePath, type VisitorRef } from '#domain/paths.ts';
import { initialProfile } from '#domain/protocol/registration.ts';
import { isoTime } from '#domain/time.ts';

const PARENT = 'parent00000000000001';
export const PHONE = 'phone000000000000001';
export const OTHER_PHONE = 'phone000000000000002';

/** Minute 0 of the tests' clock. */
const START = Date.UTC(2026, 8, 14, 15);

/** Returns the ISO time of a minute on the tests' clock; fractions allowed. */
export function minute(count: number): string {
  return isoTime(START + count * 60_000);
}

/** Returns a readable id: `id('ella')`. */
export function id(word: string): Id {
  return word
    .toLowerCase()
    .replaceAll(/[^0-9a-z]/g, '')
    .padEnd(16, '0')
    .slice(0, 40);
}

/** Makes the context of a command, as client and server do. */
export function contextOf(op: Id, at: string, given: Partial<Context> = {}): Context {
  const clocks = { at, tappedAt: at, receivedAt: at, zone: 'Europe/Stockholm', certainty: 'exact' } as const;
  return { op, actor: PARENT, device: PHONE, ...clocks, e164: () => undefined, ...given };
}

const EMPTY = { get: () => undefined, everExisted: () => false, visitsOf: () => [] };

/** A household in memory that runs the rulebook alone, without versions or outcomes. */
export class RulebookHousehold {
  readonly draft = new Draft(EMPTY, new HouseholdSizes());
  #ops = 0;

  constructor() {
    const names = { firstName: 'Maja', lastName: 'Lind', email: 'maja@example.org', password: 'secret' };
    this.draft.puts.set(profilePath(PARENT), initialProfile(names, minute(-60)));
  }

  /** Runs one command at a minute. Returns the decision. */
  run<N extends CommandName>(
    name: N,
    args: CommandArgs<N>,
    atMinute: number,
    given: Partial<Context> = {},
  ): Decision {
    this.#ops += 1;
    const op = given.op ?? id(`op${this.#ops}`);
    return this.draft.decide(prepare(name, args, contextOf(op, minute(atMinute), given)));
  }

  documents(): [string, Document][] {
    return [...this.draft.puts].map(([path, document]) => [path, document]);
  }

  /** Returns the visits of one visitor, earliest first. */
  visits(ref: VisitorRef): Visit[] {
    return [...this.draft.visitsOf(ref)]
      .map(({ visit }) => visit)
      .toSorted((a, b) => ((a.arrived ?? a.left)?.at ?? '').localeCompare((b.arrived ?? b.left)?.at ?? ''));
  }

  paths(): string[] {
    return [...this.draft.puts.keys()].filter((path) => parsePath(path)?.kind !== 'profile');
  }
}
