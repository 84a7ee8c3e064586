import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/support/server/app.ts';
import { withSecretFiles } from './load-config.ts';

function fileOf(text: string): string {
  const file = join(temporaryFolder(), 'secret');
  writeFileSync(file, text);
  return file;
}

test('a secret comes from the file that its setting names, without the line break at its end', () => {
  const env = { SMTP_URL_FILE: fileOf('smtps://framme:pass@mail.example.org\n'), PORT: '1' };
  expect(withSecretFiles(env)).toEqual({ ...env, SMTP_URL: 'smtps://framme:pass@mail.example.org' });
});

test('an empty name counts as unset, and other settings take no file', () => {
  const env = { DATABASE_URL_FILE: ' ', DATABASE_URL: 'postgres://a/b', HOST_FILE: '/nowhere' };
  expect(withSecretFiles(env)).toEqual(env);
});

test('a file that is missing or empty, or stands beside the setting, is a problem that names it and no secret', () => {
  const env = {
    ...{ DATABASE_URL_FILE: '/nowhere/url', OIDC_CLIENT_SECRET_FILE: fileOf('\n') },
    ...{ SMTP_URL_FILE: fileOf('smtp://a'), SMTP_URL: 'smtp://secret@b' },
  };
  expect(withSecretFiles(env)).toEqual([
    expect.stringMatching(
      /^DATABASE_URL_FILE is "\/nowhere\/url": it must be a file .* by the user who runs Framme/,
    ),
    'SMTP_URL and SMTP_URL_FILE are both set: keep one of them',
    expect.stringMatching(/^OIDC_CLIENT_SECRET_FILE is ".*": it must be a file/),
  ]);
});
