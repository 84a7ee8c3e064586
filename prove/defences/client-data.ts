import type { Defence } from './defence.ts';

/** Durability and order of taps in the client library. */
export const clientDataDefences: readonly Defence[] = [
  {
    name: 'epoch: taps that the server has stored are kept, and sent again after a restore',
    patch: [
      {
        file: 'client/data/storage/apply-reply.ts',
        from: 'if (known.length === 0) return',
        to: 'if (known.length >= 0) return',
      },
    ],
    guard: {
      project: 'integration',
      file: 'server/sync/restored-backup.test.ts',
      test: 'after a restore (overwritten) the phones bring back what they were told was stored',
    },
  },
  {
    name: 'journal: a tap is in localStorage before its call returns',
    patch: [
      {
        file: 'client/data/storage/journal.ts',
        from: 'this.#storage?.setItem(this.#prefixes[0] + tap.op, JSON.stringify(tap));',
        to: '',
      },
    ],
    guard: {
      project: 'unit',
      file: 'client/data/durability.test.ts',
      test: 'a tab killed between journal and outbox loses nothing and keeps the order of its taps',
    },
  },
  {
    name: 'outbox: a tap is in IndexedDB until the server has answered it',
    patch: [{ file: 'client/data/storage/outbox.ts', from: '  outbox.put(queued);\n', to: '' }],
    guard: {
      project: 'unit',
      file: 'client/data/durability.test.ts',
      test: 'a stored tap survives a reload before the server answered, and is sent once',
    },
  },
  {
    name: 'outcomes and changes of one reply are stored in one transaction',
    patch: [
      {
        file: 'client/data/storage/apply-reply.ts',
        from: '    return meta && writeReply(stores, meta, incoming);\n  });',
        to: `    return meta && writeReply(stores, meta, incoming);
  }).then((settled) => settled && database.write('relaxed', async (stores) => {
    const { newer, ...rest } = settled;
    const documents = await putDocuments(stores, newer, incoming.reply.reset === true);
    writeMeta(stores, rest.meta);
    return { ...rest, documents };
  }));`,
      },
      {
        file: 'client/data/storage/apply-reply.ts',
        from: `  const documents = await putDocuments(stores, newer, reply.reset === true);
  const { kept, outbox, refused } = await settle(stores, before, incoming);
  writeMeta(stores, { ...meta, kept });
  return { meta: { ...meta, kept }, outbox, refused, documents };
`,
        to: '  return { meta, newer, ...(await settle(stores, before, incoming)) };\n',
      },
    ],
    guard: {
      project: 'integration',
      file: 'tests/model/apply-reply.test.ts',
      test: 'a tab killed at any moment of applying a reply leaves a row that still shows the tap',
    },
  },
  {
    name: 'order across tabs: taps that other tabs could only journal are sent first',
    patch: [
      {
        file: 'client/data/local-store.ts',
        from: 'const taps = this.#journal.merge(this.#state.pending);',
        to: 'const taps = this.#state.pending;',
      },
    ],
    guard: {
      project: 'unit',
      file: 'client/data/tabs.test.ts',
      test: 'if IndexedDB fails, taps of two tabs are sent in the order they were made',
    },
  },
];
