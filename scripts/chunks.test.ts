import { expect, test } from 'vitest';
import { chunkFor, type ModuleImports, sharedChunks } from './chunks.ts';

test('the chunks of a visitor hold no code for parents', () => {
  expect(chunkFor(['app/main.tsx', 'data/view/household.ts'])).toBe('app');
  expect(chunkFor(['routes/home.tsx', 'routes/dashboard.tsx'])).toBe('rows');
  expect(chunkFor(['routes/home.tsx', 'routes/history.tsx'])).toBe('app');
  expect(chunkFor(['routes/log-in.tsx', 'data/view/household.ts'])).toBe('basics');
  expect(chunkFor(['data/wire/http-client.ts', 'data/wire/sync-client.ts'])).toBe('messages');
  expect(chunkFor(['routes/log-in.tsx', 'routes/profile.tsx'])).toBe('basics');
  expect(chunkFor(['routes/log-in.tsx', 'routes/register.tsx'])).toBe('forms');
  expect(chunkFor(['routes/home.tsx', 'shell/signed-in-parts.ts'])).toBe('app');
  expect(chunkFor(['data/view/household.ts'])).toBe('signed-in');
});

test('a page of a parent loads little that only another page needs', () => {
  expect(chunkFor(['routes/dashboard.tsx', 'routes/history.tsx'])).toBe('daily');
  expect(chunkFor(['routes/dashboard.tsx', 'routes/check-in-modal.tsx'])).toBe('daily');
  expect(chunkFor(['routes/dashboard.tsx', 'features/here-now/check-in-sheet.tsx'])).toBe('board');
  expect(chunkFor(['routes/history.tsx', 'routes/profile.tsx'])).toBe('lists');
  expect(chunkFor(['routes/profile.tsx', 'routes/check-in-modal.tsx'])).toBeUndefined();
  expect(chunkFor(['routes/history.tsx', 'features/visit/visit-sheet.tsx'])).toBe('visits');
  expect(chunkFor(['routes/profile.tsx', 'routes/account.tsx'])).toBeUndefined();
});

test('code that only one page needs stays with that page', () => {
  expect(chunkFor(['routes/home.tsx'])).toBeUndefined();
  expect(chunkFor(['routes/dashboard.tsx'])).toBeUndefined();
  expect(chunkFor(['routes/check-in-modal.tsx', 'routes/message-parent.tsx'])).toBeUndefined();
});

test('static imports are followed through all modules, and a dynamic import starts a chunk', () => {
  const none: ModuleImports = { importedIds: [], dynamicallyImportedIds: [] };
  const modules: Record<string, ModuleImports> = {
    '/c/app/main.tsx': { importedIds: ['/c/ui/a.ts'], dynamicallyImportedIds: [] },
    '/c/ui/a.ts': {
      importedIds: ['/c/ui/b.ts'],
      dynamicallyImportedIds: ['/c/routes/dashboard.tsx', '/c/routes/history.tsx'],
    },
    '/c/ui/b.ts': { importedIds: ['/c/ui/a.ts'], dynamicallyImportedIds: [] },
    '/c/routes/dashboard.tsx': { importedIds: ['/c/ui/b.ts', '/c/ui/c.ts'], dynamicallyImportedIds: [] },
    '/c/routes/history.tsx': { importedIds: ['/c/ui/c.ts'], dynamicallyImportedIds: [] },
    '/c/ui/c.ts': { importedIds: ['/c/ui/d.ts'], dynamicallyImportedIds: [] },
  };
  const chunkOf = sharedChunks('/c/');
  const found = ['/c/ui/b.ts', '/c/ui/c.ts', '/c/ui/d.ts', '/c/routes/history.tsx', '/c/nowhere.ts'];
  expect(found.map((id) => chunkOf(id, (one) => modules[one] ?? none))).toEqual([
    'app',
    'daily',
    'daily',
    undefined,
    undefined,
  ]);
});

test('what pages of parents load later comes in one file a page, unless a visitor or a first screen needs it', () => {
  const loads = (...later: string[]): ModuleImports => ({ importedIds: [], dynamicallyImportedIds: later });
  const modules: Record<string, ModuleImports> = {
    'app/main.tsx': loads('routes/dashboard.tsx', 'routes/history.tsx', 'routes/log-in.tsx'),
    'routes/dashboard.tsx': loads('note.tsx', 'both.tsx', 'first.tsx', 'for-all.tsx'),
    'routes/history.tsx': { importedIds: ['first.tsx'], dynamicallyImportedIds: ['both.tsx', 'filter.tsx'] },
    'routes/log-in.tsx': loads('for-all.tsx'),
    'note.tsx': { importedIds: ['icon.ts', 'used-by-all.ts'], dynamicallyImportedIds: ['nested.tsx'] },
    'filter.tsx': { importedIds: ['icon.ts'], dynamicallyImportedIds: [] },
    'for-all.tsx': { importedIds: ['used-by-all.ts'], dynamicallyImportedIds: [] },
  };
  const chunkOf = sharedChunks('');
  const chunks = (...ids: string[]) => ids.map((id) => chunkOf(id, (one) => modules[one] ?? loads()));
  expect(chunks('note.tsx', 'both.tsx', 'nested.tsx', 'icon.ts')).toEqual(Array(4).fill('board-parts'));
  expect(chunks('filter.tsx')).toEqual(['list-parts']);
  expect(chunks('first.tsx', 'for-all.tsx', 'used-by-all.ts')).toEqual(Array(3).fill(undefined));
});
