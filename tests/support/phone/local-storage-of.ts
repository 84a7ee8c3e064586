import type { DeviceStorage } from '#client/data/environment.ts';

interface StoringPhone {
  stored: Map<string, string>;
  storage: 'works' | 'refuses' | 'forgets';
}

interface StoringTab {
  isDead: boolean;
  hearOfStored(key: string): void;
}

/** The localStorage of a phone as one of its tabs sees it; the other tabs hear of what it writes. */
export function localStorageOf(
  phone: StoringPhone & { tabs: ReadonlySet<StoringTab> },
  tab: StoringTab,
): DeviceStorage {
  const { stored } = phone;
  const check = () => {
    if (phone.storage === 'refuses' || tab.isDead) throw new DOMException('full', 'QuotaExceededError');
  };
  return {
    get length() {
      return stored.size;
    },
    key: (i) => [...stored.keys()][i] ?? null,
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => {
      check();
      if (phone.storage === 'forgets' && key.includes('.journal.')) return;
      stored.set(key, value);
      for (const other of phone.tabs) if (other !== tab) setImmediate(() => other.hearOfStored(key));
    },
    removeItem: (key) => {
      check();
      stored.delete(key);
    },
  };
}
