import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeWhole } from './families.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'framme-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function* chunks(last?: Error) {
  yield '{"children":';
  if (last) throw last;
  yield '[]}';
}

test('a file has its name once it is whole, and is for this user alone', async () => {
  const folder = newFolder();
  const file = join(folder, 'family.json');
  await writeWhole(
    file,
    (async function* () {
      for await (const chunk of chunks()) {
        expect(readdirSync(folder)).not.toContain('family.json');
        yield chunk;
      }
    })(),
  );
  expect(readFileSync(file, 'utf8')).toBe('{"children":[]}');
  expect([statSync(file).mode & 0o777, readdirSync(folder)]).toEqual([0o600, ['family.json']]);
});

test('what fails in the middle leaves no file, and keeps its reason', async () => {
  const folder = newFolder();
  const gone = new Error('the connection is gone');
  await expect(writeWhole(join(folder, 'family.json'), chunks(gone))).rejects.toBe(gone);
  expect(readdirSync(folder)).toEqual([]);
  await expect(writeWhole(join(folder, 'none', 'family.json'), chunks())).rejects.toThrow(
    /none\/family\.json could not be written \(ENOENT\), and nothing is left of it\.$/,
  );
});

test('a file that appeared meanwhile is not overwritten', async () => {
  const folder = newFolder();
  const file = join(folder, 'family.json');
  const slow = async function* () {
    yield 'ours';
    writeFileSync(file, 'theirs');
  };
  await expect(writeWhole(file, slow())).rejects.toThrow('exists already. Choose another name.');
  expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['theirs', ['family.json']]);
});
