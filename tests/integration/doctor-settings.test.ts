import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { checkUnitFile } from '#scripts/framme/doctor/check-settings.ts';
import { temporaryFolder } from '#tests/support/server/app.ts';
import { COMPILED } from '#tests/support/server/compiled.ts';
import { doctor, doctorIn } from '#tests/support/server/doctor.ts';
import { saying, withheld } from '#tests/support/server/hooked.ts';

const MAIN = fileURLToPath(new URL('../../server/main.ts', import.meta.url));

/** Makes a folder with a private file `.env`. */
function folderWith(settings: string | Buffer): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, '.env'), settings, { mode: 0o600 });
  return folder;
}

test('a misspelt setting is named with its nearest, in the environment and in .env', async () => {
  const DATA_DIR = temporaryFolder();
  const cwd = folderWith(
    'COLOUR=red\nSMTP_HOST=mail.example.org\nNODE_EXTRA_CA_CERTS=/ca.pem\nPGPASSWORD=x\n',
  );
  const env = { DATA_DIR, PUBLIC_ULR: 'https://a.example', NODE_ENV: 'production' };
  const found = (await doctorIn(cwd, env)).of('settings').filter(({ state }) => state === 'warning');
  expect(found.map(({ says, remedy }) => `${says} ${remedy}`).toSorted()).toEqual([
    'COLOUR in .env is no setting of Framme, and does nothing. Look at docs/hosting/settings.md, which lists all.',
    'NODE_EXTRA_CA_CERTS does nothing in .env, for Node reads it before. Set it in the environment, under systemd by: systemctl edit framme',
    'PUBLIC_ULR is no setting of Framme, and does nothing. Did you mean PUBLIC_URL?',
    'SMTP_HOST in .env is no setting of Framme, and does nothing. Did you mean SMTP_URL?',
  ]);
});

test('a file of settings in another encoding is a problem; the file of the unit also behind a byte-order mark', async () => {
  const cwd = folderWith(Buffer.from('HOST_NAME=Ängen\n', 'latin1'));
  const { of } = await doctorIn(cwd, { DATA_DIR: temporaryFolder() });
  expect(of('settings')).toMatchObject([{ state: 'problem', says: expect.stringContaining('is not UTF-8') }]);
  const unit = join(cwd, 'framme.env');
  for (const [contents, faults] of [
    ['HOST_NAME=Ängen\n', 0],
    ['\uFEFFHOST_NAME=Ängen\n', 1],
    ['; one\nHOST_NAME="Ängen" #1\n\u00a0REGISTRATION=closed\nREGISTRATION: closed', 2],
    [Buffer.from('HOST_NAME=Ängen\n', 'utf16le'), 1],
  ] as const) {
    writeFileSync(unit, contents);
    expect([...checkUnitFile(unit)]).toHaveLength(faults);
  }
});

test('settings that were changed after the start of the service are named, with the restart that they need', async () => {
  const [folder, started] = [folderWith('HOST_NAME=Kim\n'), 1_700_000_000];
  const file = join(folder, '.env');
  const unit = (state: string) =>
    saying('systemctl', `ActiveState=${state}\nActiveEnterTimestamp=@${started}\nWorkingDirectory=${folder}`);
  const restart = async (changed: number, state = 'active') => {
    utimesSync(file, changed, changed);
    return (await doctor({ DATA_DIR: temporaryFolder(), ...unit(state) })).of('restart');
  };
  expect(await restart(started + 1)).toEqual([
    {
      ...{ name: 'restart', state: 'warning', remedy: 'systemctl restart framme' },
      says: `${file} was changed after the start of framme.service, which has not read it since.`,
    },
  ]);
  expect(await restart(started)).toEqual([]);
  expect(await restart(started + 1, 'inactive')).toEqual([]);
});

test('settings that this user may not read are a problem with what to do', async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, '.env'), 'HOST_NAME=Kim\n');
  const unreadable = async (reason: string, env = {}) => {
    const { code, of } = await doctorIn(cwd, env);
    const says = `${join(cwd, '.env')} cannot be read (${reason}): it must be a file, owned by the user who runs Framme (chown).`;
    expect([code, of('settings').map((one) => one.says)]).toEqual([1, [says]]);
  };
  await unreadable('EACCES', withheld('.env'));
  rmSync(join(cwd, '.env'));
  symlinkSync('gone', join(cwd, '.env'));
  await unreadable('ENOENT');
  rmSync(join(cwd, '.env'));
  mkdirSync(join(cwd, '.env'));
  await unreadable('EISDIR');
  rmSync(join(cwd, '.env'), { recursive: true });
  writeFileSync(join(cwd, '.env.txt'), '');
  const { code, of } = await doctorIn(cwd, {});
  expect([code, of('settings').map((one) => one.says)]).toEqual([
    ...[1, [`${join(cwd, '.env')} is missing, and .env.txt is there: rename it to .env.`]],
  ]);
});

test('a file of an own authority that holds no certificate is a problem', async () => {
  const [none, text] = [join(temporaryFolder(), 'ca.pem'), join(temporaryFolder(), 'ca.pem')];
  writeFileSync(text, 'no certificate');
  for (const file of [none, text]) {
    const { code, of } = await doctor({ DATA_DIR: temporaryFolder(), NODE_EXTRA_CA_CERTS: file });
    expect([code, of('settings').at(-1)?.says]).toEqual([
      1,
      expect.stringContaining(`NODE_EXTRA_CA_CERTS names ${file}, which holds no certificate`),
    ]);
  }
});

test('notices that the journal keeps in full are a warning, unless a setting or the unit masks them', async () => {
  const DATA_DIR = temporaryFolder();
  mkdirSync(join(DATA_DIR, 'backups'));
  const unit = (more: string) => saying('systemctl', `LoadState=loaded\nStandardOutput=journal\n${more}`);
  const notices = async (env: Record<string, string>) => (await doctor({ DATA_DIR, ...env })).of('notices');
  const warning = [
    {
      state: 'warning',
      says: expect.stringContaining('the journal keeps it'),
      remedy: expect.stringContaining('CONSOLE_NOTICES=off'),
    },
  ];
  expect(await notices(unit('Environment=DATA_DIR=/var/lib/framme'))).toMatchObject(warning);
  expect(
    await notices({ ...unit('Environment=CONSOLE_NOTICES=full'), CONSOLE_NOTICES: 'off' }),
  ).toMatchObject(warning);
  expect(await notices(unit('Environment=DATA_DIR=/var/lib/framme CONSOLE_NOTICES=off'))).toEqual([]);
  expect(await notices({ ...unit('Environment='), CONSOLE_NOTICES: 'masked' })).toEqual([]);
  expect(await notices(saying('systemctl', 'LoadState=not-found'))).toEqual([]);
});

test('what would leave registration open beside a line that closes it ends the start, and doctor says the same', async () => {
  const lines = [
    '\uFEFFPORT=0\rHOST_NAME=Kim\n# one',
    'HOST_CONTACT=a@example.org\r\n\uFEFF\uFEFFREGISTRATION=geheim',
    ...['LOG_LEVEL=fatal # geheim', 'REGISTRATION=closed', 'REGISTRATION=', 'registration=geheim'],
  ];
  const cwd = folderWith(lines.join('\n'));
  const env = { REGISTRATI0N: 'closed', '\u200BREGISTRATION': 'closed', HOST_NAME: ' ' };
  const says = [
    'Line 5 of .env holds an invisible character (U+FEFF): delete it, or type the line anew',
    'Line 6 of .env has a # outside quotes: put the value in quotes, or the comment on a line of its own',
    'Line 8 of .env sets REGISTRATION again, after line 7: keep one of them',
    ...['registration in .env', 'REGISTRATI0N', '<U+200B>REGISTRATION'].map(
      (name) => `${name} is no setting of Framme: write REGISTRATION, or delete it`,
    ),
    'HOST_NAME is set in .env, and empty in the environment, which comes first: keep one of them',
  ];
  const { of } = await doctorIn(cwd, env);
  const found = of('settings').filter(({ state }) => state === 'problem');
  expect(found.map((one) => one.says)).toEqual(says.map((one) => `${one}.`));
  const options = { cwd, env: { ...COMPILED, ...env }, encoding: 'utf8', timeout: 60_000 } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN], options);
  const head = 'Framme cannot start. Correct these settings:';
  expect([status, stdout, stderr.split('\n')]).toEqual([1, '', [head, ...says.map((one) => `- ${one}`), '']]);
});
