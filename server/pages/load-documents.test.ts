import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_SITE_INFO } from '#domain/pages/site-info.ts';
import { temporaryFolder } from '#tests/support/server/app.ts';
import { copyBuild } from '#tests/support/server/copy-build.ts';
import { loadDocuments } from './load-documents.ts';

test('prerendered documents are read from disk until the build or the host changes', async () => {
  const dist = copyOfBuild();
  const kept = () => readdirSync(join(dist, 'documents')).toSorted();
  await loadDocuments(dist, DEFAULT_SITE_INFO, []);
  const first = kept();
  expect(first).toHaveLength(1);
  await loadDocuments(dist, DEFAULT_SITE_INFO, []);
  expect(kept()).toEqual(first);
  await loadDocuments(dist, { ...DEFAULT_SITE_INFO, name: 'Anna' }, []);
  expect(kept()).toHaveLength(2);
  writeFileSync(
    join(dist, 'client/index.html'),
    `${readFileSync(join(dist, 'client/index.html'), 'utf8')}<!-- another build -->`,
  );
  await loadDocuments(dist, DEFAULT_SITE_INFO, []);
  expect(kept()).toHaveLength(1);
  expect(kept()).not.toEqual(first);
});

test('a build without a file that a page needs stops the start with a sentence', async () => {
  const dist = copyOfBuild();
  writeFileSync(join(dist, 'client/.vite/manifest.json'), '{}');
  await expect(loadDocuments(dist, DEFAULT_SITE_INFO, [])).rejects.toThrow(
    /The build has no .*which a page needs/,
  );
});

test('without a build there are no documents', async () => {
  expect(await loadDocuments(temporaryFolder(), DEFAULT_SITE_INFO, [])).toBeUndefined();
});

test('documents are available even if they cannot be stored', async () => {
  const dist = copyOfBuild();
  writeFileSync(join(dist, 'documents'), 'a file where the folder would be');
  const documents = await loadDocuments(dist, DEFAULT_SITE_INFO, []);
  expect(documents?.find({ page: '/', language: 'sv', kind: 'signed-out' })).toBeDefined();
  const other = join(temporaryFolder(), 'documents');
  await loadDocuments(dist, DEFAULT_SITE_INFO, [other]);
  expect(readdirSync(other)).toHaveLength(1);
});

/** A copy of the build without rendered documents; no package can be resolved from it. */
function copyOfBuild(): string {
  const dist = join(temporaryFolder(), 'dist');
  copyBuild(dist);
  return dist;
}
