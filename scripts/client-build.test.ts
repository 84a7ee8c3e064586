import { mkdirSync, mkdtempSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fingerprint } from './client-build.ts';

const root = mkdtempSync(join(tmpdir(), 'framme-build-'));
mkdirSync(join(root, 'client/app'), { recursive: true });
writeFileSync(join(root, 'client/app/main.tsx'), 'one');
writeFileSync(join(root, 'vite.config.ts'), 'config');
const now = () => fingerprint(root, ['client', 'vite.config.ts']);

test('a build is stale once a source changes, moves or appears, and not before', () => {
  const first = now();
  writeFileSync(join(root, 'client/app/main.tsx'), 'one');
  writeFileSync(join(root, 'client/app/main.test.tsx'), 'a test is no source');
  expect(now()).toBe(first);

  writeFileSync(join(root, 'client/app/main.tsx'), 'two');
  const changed = now();
  renameSync(join(root, 'client/app/main.tsx'), join(root, 'client/app/root.tsx'));
  const moved = now();
  writeFileSync(join(root, 'client/app/new.css'), '');
  expect(new Set([first, changed, moved, now()]).size).toBe(4);
});

test('a configuration counts as a source', () => {
  const before = now();
  writeFileSync(join(root, 'vite.config.ts'), 'other');
  expect(now()).not.toBe(before);
});
