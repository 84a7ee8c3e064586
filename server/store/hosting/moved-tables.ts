import type { MovedTable } from '../ports/moving.ts';

/**
 * The tables that the stores keep each in its own way. All others are moved as they are, by the columns of the schema itself:
 * they must have the same ones in both stores.
 */
export const COMMON_TABLES: readonly MovedTable[] = [
  {
    name: 'documents',
    columns: {
      ...{ household: 'text', path: 'text', version: 'number', body: 'text' },
      ...{ visitor: 'text', start: 'text', open: 'number' },
    },
    parents: ['households'],
  },
  {
    name: 'devices',
    columns: { household: 'text', device: 'text', last_sequence: 'number' },
    parents: ['households'],
  },
  {
    // `recorded_at` in ms since 1970; `outcome` as JSON, without the op.
    name: 'outcomes',
    columns: { household: 'text', op: 'text', recorded_at: 'number', outcome: 'text' },
    parents: ['households'],
  },
  {
    // Taps of which a notice was sent; `at` in ms since 1970: when the outcome was recorded, else when it was sent.
    name: 'sent_notices',
    columns: { household: 'text', about: 'text', at: 'number' },
    parents: ['outcomes'],
  },
  {
    // Those that wait, or were being sent; `place` counts them in a household, the earliest first.
    name: 'notices',
    columns: {
      ...{ household: 'text', place: 'number', about: 'text', kind: 'text', message: 'text' },
      ...{ due_at: 'text', taken: 'number', attempts: 'number' },
    },
    parents: ['sent_notices'],
  },
];

/** Sorts tables so that each follows those to which its rows refer. */
export function parentsFirst(tables: readonly MovedTable[]): MovedTable[] {
  const sorted: MovedTable[] = [];
  const isReady = ({ name, parents }: MovedTable) =>
    parents.every((parent) => parent === name || sorted.some((table) => table.name === parent));
  while (sorted.length < tables.length) {
    const ready = tables.filter((table) => !sorted.includes(table) && isReady(table));
    if (ready.length === 0) throw new Error('tables refer to each other in a circle, or to none');
    sorted.push(...ready);
  }
  return sorted;
}

/** Returns a sentence for each table and column that only one of two stores has, or has otherwise. */
export function tableDifferences(one: readonly MovedTable[], other: readonly MovedTable[]): string[] {
  const lines = (tables: readonly MovedTable[]) =>
    tables.flatMap(({ name, columns }) =>
      Object.entries(columns).map(([column, kind]) => `${name}.${column} (${kind})`),
    );
  const [here, there] = [new Set(lines(one)), new Set(lines(other))];
  const alone = [...here]
    .filter((line) => !there.has(line))
    .map((line) => `${line} is only in the first store`);
  const missing = [...there].filter((line) => !here.has(line));
  return [...alone, ...missing.map((line) => `${line} is only in the second store`)].toSorted();
}
