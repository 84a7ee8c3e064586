/** A part of the app that is loaded on first use. */
export interface LazyPart<T> {
  /** Undefined until loading has finished. */
  readonly loaded: T | undefined;
  /** Loads the part once; after a failure the next call tries again. */
  load(): Promise<T>;
}

export function lazyPart<T>(load: () => Promise<T>): LazyPart<T> {
  let loaded: T | undefined;
  let loading: Promise<T> | undefined;
  const start = async () => {
    try {
      loaded = await load();
      return loaded;
    } finally {
      loading = undefined;
    }
  };
  return {
    get loaded() {
      return loaded;
    },
    load: async () => {
      if (loaded !== undefined) return loaded;
      loading ??= start();
      return loading;
    },
  };
}
