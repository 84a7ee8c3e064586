import type { Write } from '#domain/command.ts';
import { isWithin, type Path } from '#domain/paths.ts';
import type { Batch } from '../store/ports/store.ts';

type Written = Batch['documents'][number];

/** The last write of each path in a request; a removal discards the writes below its path. */
export class WrittenDocuments {
  readonly #byPath = new Map<Path, Written>();

  get size(): number {
    return this.#byPath.size;
  }

  all(): Written[] {
    return [...this.#byPath.values()];
  }

  write(write: Write, version: number): void {
    if ('put' in write) {
      this.#byPath.set(write.put, { path: write.put, version, document: write.document });
      return;
    }
    for (const path of this.#byPath.keys()) {
      if (isWithin(path, write.remove)) this.#byPath.delete(path);
    }
    this.#byPath.set(write.remove, { path: write.remove, version });
  }
}
