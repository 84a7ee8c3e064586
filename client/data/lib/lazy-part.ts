/** A part of the app that is fetched when it is first needed. */
export interface Late<T> {
  /** The part, once it has been fetched. */
  readonly here: T | undefined;
  /** Fetches it, once; after a failure the next call tries again. */
  fetch(): Promise<T>;
}

export function late<T>(load: () => Promise<T>): Late<T> {
  let here: T | undefined;
  let coming: Promise<T> | undefined;
  const begin = async () => {
    try {
      here = await load();
      return here;
    } finally {
      coming = undefined;
    }
  };
  return {
    get here() {
      return here;
    },
    fetch: async () => {
      if (here !== undefined) return here;
      coming ??= begin();
      return coming;
    },
  };
}
