/** Ways in which a database fails writes while its reads work. */
export const WRITE_FAULTS = ['write-throws', 'quota-full', 'write-aborts'] as const;

export type WriteFault = (typeof WRITE_FAULTS)[number];

/**
 * Makes the puts and adds of a transaction fail: each throws at once, or the transaction is aborted after it, as by a
 * browser that has no room left or whose disk fails.
 */
export function failWrites(transaction: IDBTransaction, fault: () => WriteFault | undefined): void {
  const open = transaction.objectStore.bind(transaction);
  transaction.objectStore = (name) => {
    const store = open(name);
    for (const method of ['put', 'add'] as const) {
      const write = store[method].bind(store);
      store[method] = (value, key) => {
        const found = fault();
        if (found === 'write-throws') throw new DOMException('refused', 'UnknownError');
        const request = write(value, key);
        if (found) request.addEventListener('success', () => fail(transaction, found));
        return request;
      };
    }
    return store;
  };
}

function fail(transaction: IDBTransaction, fault: WriteFault): void {
  try {
    transaction.abort();
    const name = fault === 'quota-full' ? 'QuotaExceededError' : 'AbortError';
    Object.defineProperty(transaction, 'error', { value: new DOMException('failed', name) });
  } catch {
    // An earlier write of the transaction has aborted it.
  }
}
