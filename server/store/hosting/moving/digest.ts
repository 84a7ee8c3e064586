import { hash } from 'node:crypto';
import type { MovedDigest, MovedRow, MovedTable } from '../../ports/moving.ts';

const SIZE = 256n;

/** The hash of a table's rows in any order: the sum of the SHA-256 of each, so that a row lost, doubled or changed shows. */
export class TableDigest {
  readonly #columns: readonly string[];
  #rows = 0;
  #sum = 0n;

  constructor({ columns }: MovedTable) {
    this.#columns = Object.keys(columns).toSorted();
  }

  add(rows: readonly MovedRow[]): void {
    for (const row of rows) {
      const cells = this.#columns.map((column) => row[column]);
      this.#sum = BigInt.asUintN(
        Number(SIZE),
        this.#sum + BigInt(`0x${hash('sha256', JSON.stringify(cells))}`),
      );
    }
    this.#rows += rows.length;
  }

  result(): MovedDigest {
    return { rows: this.#rows, hash: this.#sum.toString(16).padStart(Number(SIZE / 4n), '0') };
  }
}

/** Returns one hash of the hashes of all tables. */
export function hashOf(tables: Readonly<Record<string, MovedDigest>>): string {
  const named = Object.entries(tables).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify(named));
}
