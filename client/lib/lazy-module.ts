export interface LazyModule<T> {
  readonly loaded: T | undefined;
  /** Until a successful load or `forgetFailure`. */
  readonly hasFailed: boolean;
  /** Loads once; the next call retries a failure. */
  load(): Promise<T>;
  /** Never rejects or retries. React's `use` needs one identical promise. */
  settled(): Promise<void>;
  /** The next `settled` tries again. */
  forgetFailure(): void;
}

/** Thrown while rendering, for a `LoadBoundary`. */
export class LoadFailed extends Error {
  override readonly name = 'LoadFailed';
  readonly part: LazyModule<unknown>;

  constructor(part: LazyModule<unknown>) {
    super('A part of the app could not be loaded');
    this.part = part;
  }
}

export function lazyModule<T>(load: () => Promise<T>): LazyModule<T> {
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

/** Suspends until loaded; throws `LoadFailed` if that failed. */
export function loadedModule<T>(part: LazyModule<T>): T {
  // Thrown, not `use`d: on a new render `use` mistakes the next part's promise for this one.
  if (part.loaded === undefined && !part.hasFailed) throw part.settled();
  if (part.loaded === undefined) throw new LoadFailed(part);
  return part.loaded;
}
