/** A part of the app that is loaded on first use. */
export interface LazyPart<T> {
  /** Undefined until loading has finished. */
  readonly loaded: T | undefined;
  /** True after a failure, until the part is loaded or the failure forgotten. */
  readonly hasFailed: boolean;
  /** Loads the part once; after a failure the next call tries again. */
  load(): Promise<T>;
  /** Loads the part unless that failed; never rejects. The promise is the same each time, as React's `use` needs it. */
  settled(): Promise<void>;
  /** The next `settled` tries again. */
  forgetFailure(): void;
}

/** Thrown while rendering, for a `LoadBoundary` to catch: the part could not be loaded. */
export class LoadFailed extends Error {
  override readonly name = 'LoadFailed';
  readonly part: LazyPart<unknown>;

  constructor(part: LazyPart<unknown>) {
    super('A part of the app could not be loaded');
    this.part = part;
  }
}

export function lazyPart<T>(load: () => Promise<T>): LazyPart<T> {
  let loaded: T | undefined;
  let hasFailed = false;
  let loading: Promise<T> | undefined;
  let settling: Promise<void> | undefined;
  const start = async () => {
    try {
      loaded = await load();
      hasFailed = false;
      return loaded;
    } catch (error) {
      hasFailed = true;
      throw error;
    } finally {
      loading = undefined;
    }
  };
  const loadOnce = async () => {
    if (loaded !== undefined) return loaded;
    loading ??= start();
    return loading;
  };
  return {
    get loaded() {
      return loaded;
    },
    get hasFailed() {
      return hasFailed;
    },
    load: loadOnce,
    settled: () => {
      settling ??= loadOnce().then(ignore, ignore);
      return settling;
    },
    forgetFailure: () => {
      if (!hasFailed) return;
      hasFailed = false;
      settling = undefined;
    },
  };
}

function ignore(): void {}

/** Returns a part of the app. Suspends until it is loaded; throws `LoadFailed` if it cannot be. */
export function loadedPart<T>(part: LazyPart<T>): T {
  // Thrown, not used: React's `use` takes the next part's promise for this one's when it renders again.
  if (part.loaded === undefined && !part.hasFailed) throw part.settled();
  if (part.loaded === undefined) throw new LoadFailed(part);
  return part.loaded;
}

/** As `loadedPart` for several parts, which load in parallel. */
export function requireParts(parts: readonly LazyPart<unknown>[]): void {
  for (const part of parts) if (part.loaded === undefined && !part.hasFailed) void part.settled();
  for (const part of parts) loadedPart(part);
}
