import type { Defence } from './defence.ts';

const ARRIVED =
  'a script is imported once it and what it imports have arrived, each asked for again after a failure';

/** Durability and order of taps, and files that are loaded later, in the client library. */
export const clientDataDefences: readonly Defence[] = [
  {
    name: 'lazy scripts: none is imported before it has arrived',
    patch: [
      {
        file: 'client/data/load-chunk.ts',
        from: '    ...importsIn(String(load), IMPORTS_LATER, from).map((script) => arriveWithImports(script, seen)),\n',
        to: '',
      },
    ],
    guard: {
      project: 'unit',
      file: 'client/data/load-chunk.test.ts',
      test: ARRIVED,
    },
  },
  {
    name: 'lazy scripts: their own imports have to arrive, too',
    patch: [
      {
        file: 'client/data/load-chunk.ts',
        from: '  await Promise.all(imports.map((one) => arriveWithImports(one, seen)));\n',
        to: '',
      },
    ],
    guard: {
      project: 'unit',
      file: 'client/data/load-chunk.test.ts',
      test: ARRIVED,
    },
  },
  {
    name: 'lazy scripts: one that failed is asked for again',
    patch: [
      {
        file: 'client/data/load-chunk.ts',
        from: '  arrival.catch(() => arriving.delete(address));\n',
        to: '',
      },
    ],
    guard: {
      project: 'unit',
      file: 'client/data/load-chunk.test.ts',
      test: ARRIVED,
    },
  },
  {
    name: 'epoch: taps that the server has stored are kept, and sent again after a restore',
    patch: [
      {
        file: 'client/data/device/settle-taps.ts',
        from: 'acknowledged.length > 0 ? await keep(stores, kept, acknowledged, now) : kept',
        to: 'kept',
      },
    ],
    guard: {
      project: 'integration',
      file: 'server/sync/restored-backup.test.ts',
      test: 'after a restore (overwritten) the phones bring back what they were told was stored',
    },
  },
  {
    name: 'followed: a reply about another household is neither shown nor stored',
    patch: [
      {
        file: 'client/data/device/followed.ts',
        from: ' || followed.household !== account.household',
        to: '',
      },
    ],
    guard: {
      project: 'unit',
      file: 'client/data/device/followed.test.ts',
      test: 'a reply about another household is neither shown nor stored',
    },
  },
  {
    name: 'followed: it goes with a session that was ended on purpose',
    patch: [
      {
        file: 'client/data/device/household-state.ts',
        from: '    if (this.meta) this.meta = withoutFollowed(this.meta);\n',
        to: '',
      },
    ],
    guard: {
      project: 'unit',
      file: 'client/data/device/followed.test.ts',
      test: 'a page whose session was ended on purpose forgets it',
    },
  },
  {
    name: 'journal: a tap is in localStorage before its call returns',
    patch: [
      {
        file: 'client/data/device/journal.ts',
        from: 'return writeEntry(storage, prefixOf(home) + tap.op, JSON.stringify(tap));',
        to: 'return storage !== undefined;',
      },
    ],
    guard: {
      project: 'unit',
      file: 'client/data/device/durability.test.ts',
      test: 'a tab killed between journal and outbox loses nothing and keeps the order of its taps',
    },
  },
  {
    name: 'outbox: a tap is in IndexedDB until the server has answered it',
    patch: [{ file: 'client/data/device/outbox.ts', from: '  outbox.put(queued);\n', to: '' }],
    guard: {
      project: 'unit',
      file: 'client/data/device/durability.test.ts',
      test: 'a stored tap survives a reload before the server answered, and is sent once',
    },
  },
  {
    name: 'outcomes and changes of one reply are stored in one transaction',
    patch: [
      {
        file: 'client/data/device/apply-reply.ts',
        from: `    return isUnchanged && !isEarly ? writeReply(stores, stored, { ...incoming, outbox }) : undefined;
  });`,
        to: `    return isUnchanged && !isEarly ? writeReply(stores, stored, { ...incoming, outbox }) : undefined;
  }).then((settled) => settled && database.write('relaxed', async (stores) => {
    const { newer, ...rest } = settled;
    const documents = await putDocuments(stores, newer, incoming.reply.reset === true);
    writeMeta(stores, rest.meta);
    return { ...rest, documents };
  }));`,
      },
      {
        file: 'client/data/device/apply-reply.ts',
        from: `  const documents = await putDocuments(stores, newer, reply.reset === true);
  const { changed, outbox, refused } = await settle(stores, before, incoming);
  const written = { ...meta, ...changed, ...(noted && { restored: noted }) };
  writeMeta(stores, written);
  return { meta: written, outbox, refused, documents };
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
        file: 'client/data/device/local-store.ts',
        from: 'mergeTaps(state.pending, this.#readJournal())',
        to: 'state.pending',
      },
    ],
    guard: {
      project: 'unit',
      file: 'client/data/device/tabs.test.ts',
      test: 'if IndexedDB fails, taps of two tabs are sent in the order they were made',
    },
  },
  {
    name: 'storage fallback: memory stands in for a database that refuses writes',
    patch: [
      {
        file: 'client/data/device/household-database.ts',
        from: 'if (this.isClosed) throw error;',
        to: 'throw error;',
      },
    ],
    guard: {
      project: 'unit',
      file: 'client/data/device/household-database.test.ts',
      test: 'taps reach the server once and in order, and their rows are confirmed',
    },
  },
  {
    name: 'storage fallback: a tap that only memory has stays in the journal',
    patch: [
      {
        file: 'client/data/device/local-store.ts',
        from: 'if (!this.database.isMemory) {',
        to: 'if (this.database) {',
      },
    ],
    guard: {
      project: 'unit',
      file: 'client/data/device/household-database.test.ts',
      test: 'a page that is opened so shows the board, and sends what was left to it',
    },
  },
  {
    name: 'storage fallback: unsent taps of a database that failed return to the journal',
    patch: [{ file: 'client/data/device/household-database.ts', from: 'this.#onFailure();', to: '' }],
    guard: {
      project: 'unit',
      file: 'client/data/device/household-database.test.ts',
      test: 'a page sends what an earlier one had stored in a database that cannot be read any more',
    },
  },
  {
    name: 'storage fallback: documents and taps of memory are written back',
    patch: [
      {
        file: 'client/data/device/household-database.ts',
        from: 'await putDocuments(stores, state.replica.since(since), next.resetStamp > since);',
        to: '',
      },
    ],
    guard: {
      project: 'unit',
      file: 'client/data/device/household-database.test.ts',
      test: 'what another phone changes is shown, and a writing database has all of it again',
    },
  },
  {
    name: 'storage fallback: a reply is applied only to the position of its request',
    patch: [
      {
        file: 'client/data/device/apply-reply.ts',
        from: '    if (store.state.meta?.device !== request.device) return false;\n',
        to: '',
      },
    ],
    guard: {
      project: 'integration',
      file: 'tests/model/model.test.ts',
      test: 'a reply came after memory had given way',
    },
  },
  {
    name: 'storage fallback: the taps of an evicted database are stored again, and its board stays',
    patch: [
      {
        file: 'client/data/device/household-state.ts',
        from: 'this.#applyDocuments(documents, isSnapshot && !isEmpty);',
        to: 'this.#applyDocuments(documents, isSnapshot);',
      },
    ],
    guard: {
      project: 'unit',
      file: 'client/data/device/household-database.test.ts',
      test: 'if all is evicted while the page is open, the board stays and its taps are sent',
    },
  },
];
