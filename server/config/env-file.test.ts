import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { decodeText, readLines } from './env-file.ts';

const LINE = 'REGISTRATION=closed\nHOST_NAME=Ängen\n';

test('a byte-order mark is left out', () => {
  expect(decodeText(Buffer.from(`\uFEFF${LINE}`))).toBe(LINE);
  expect(decodeText(Buffer.from(LINE))).toBe(LINE);
});

test.each([
  ['UTF-16, little-endian', Buffer.from(`\uFEFF${LINE}`, 'utf16le')],
  ['UTF-16, big-endian', Buffer.from(`\uFEFF${LINE}`, 'utf16le').swap16()],
  ['UTF-16 without a mark', Buffer.from('PORT=1\n', 'utf16le')],
  ['Latin-1', Buffer.from(LINE, 'latin1')],
])('%s is not UTF-8', (_name, bytes) => {
  expect(decodeText(bytes)).toBeUndefined();
});

test.each([
  ['PORT=1\nHOST=::', { PORT: '1', HOST: '::' }],
  ['PORT=1\rHOST=::\r\n\r\nHOST_NAME=Kim', { PORT: '1', HOST: '::', HOST_NAME: 'Kim' }],
  [' export PORT = 1 \n\tHOST\t=\t::\t', { PORT: '1', HOST: '::' }],
  ['# a\n  #b=c\nHOST_NAME=\'The "Lind" family #1\'', { HOST_NAME: 'The "Lind" family #1' }],
  ['HOST_NAME=The "Lind" family', { HOST_NAME: 'The "Lind" family' }],
  ['HOST_NAME="Kim\'s"\nHOST_CONTACT=\nSMTP_URL=``', { HOST_NAME: "Kim's", HOST_CONTACT: '', SMTP_URL: '' }],
  ['# REGISTRATION=closed\n# write `REGISTRATION=closed`\n#HOST_NAME=a EXPORT=b', {}],
  ['HOST_CONTACT="https://example.org/#kontakt"  ', { HOST_CONTACT: 'https://example.org/#kontakt' }],
  ['SMTP_URL="smtps://u:#a\\n$b@c"\n__proto__=x', { SMTP_URL: 'smtps://u:#a\\n$b@c', ['__proto__']: 'x' }],
])('%j is read as it stands', (text, values) => {
  expect(readLines(text)).toEqual({ values, problems: [] });
});

const HIDDEN = /^Line 2 of \.env holds an invisible character \(U\+[0-9A-F]{4}\): delete it/;
const COMMENT = /^Line 2 of \.env has a # outside quotes: put the value in quotes, or the comment on/;
const QUOTES = /^Line 2 of \.env has text outside its quotes, or one quote alone: put quotes of another/;
const WITHIN = /^Line 2 of \.env holds REGISTRATION= behind something else: put it on a line of its own$/;
const NO_SETTING = /^Line 2 of \.env is not NAME=value/;

test.each<readonly [string, RegExp]>([
  ...['\uFEFF', '\u200B', '\u00A0', '\u2060', '\u3000', '\u2800', '\u0085', '\v'].map(
    (mark) => [`${mark}REGISTRATION=geheim`, HIDDEN] as const,
  ),
  ['REGISTRATION=geheim\u00A0', HIDDEN],
  ['# a comment\u2028REGISTRATION=geheim', HIDDEN],
  ...[
    'HOST_NAME=Familjen #1',
    'DATA_DIR=./data#1',
    'SMTP_URL=smtps://u:#geheim@host',
    'PORT=3000  # geheim',
  ].map((line) => [line, COMMENT] as const),
  ['HOST_NAME= # geheim', COMMENT],
  ['PORT="3000" # geheim', COMMENT],
  ['HOST_NAME="The Lind" geheim', QUOTES],
  ['MAIL_FROM="Framme, på Ängen" <geheim@example.org>', QUOTES],
  ['HOST_NAME="The \\"geheim\\" family"', QUOTES],
  ["HOST_NAME='s geheim", QUOTES],
  ['HOST_NAME="geheim', QUOTES],
  ...[
    'HOST_CONTACT=geheim@example.orgREGISTRATION=closed',
    'HOST_NAME=geheim\\nREGISTRATION=closed',
    'export HOST_NAME=geheim REGISTRATION =closed',
    'TZ="geheim" REGISTRATION=closed',
    '# geheimREGISTRATION=closed',
    'set REGISTRATION=closed',
  ].map((line) => [line, WITHIN] as const),
  ['REGISTRATION: geheim', NO_SETTING],
  ['geheim', NO_SETTING],
  ['export geheim', NO_SETTING],
  ['=geheim', NO_SETTING],
  ['set PORT=geheim', NO_SETTING],
  ['R\u0415GISTRATION=geheim', NO_SETTING],
])('%j is a problem that repeats nothing of it', (line, says) => {
  const { values, problems } = readLines(`PORT=1\n${line}\nHOST=::`);
  expect([values, problems]).toEqual([{ PORT: '1', HOST: '::' }, [expect.stringMatching(says)]]);
  expect(problems.join()).not.toContain('geheim');
});

test('the line that a problem shows works as it is', () => {
  const [problem = ''] = readLines('MAIL_FROM="Framme" <framme@example.org>').problems;
  const [, line = ''] = /like (MAIL_FROM=.*), or none$/.exec(problem) ?? [];
  const { values } = readLines(line);
  const config = readConfig({ ...values, SMTP_URL: 'smtp://localhost' });
  expect(config).toMatchObject({ mailFrom: { name: 'Framme', address: 'framme@example.org' } });
  const [refused = ''] = [readConfig({ MAIL_FROM: 'x', SMTP_URL: 'smtp://localhost' })].flat().map(String);
  const shown = /a sender like (.*), because/.exec(refused)?.[1];
  expect(readConfig({ ...readLines(`MAIL_FROM=${shown}`).values, SMTP_URL: 'smtp://localhost' })).toEqual(
    config,
  );
});

test.each([
  ['REGISTRATION', 'closed\u200B', 'U+200B'],
  ['HOST_NAME', '\rREGISTRATION=closed', 'U+000D'],
  ['OIDC_NAME', 'Our\u00A0school', 'U+00A0'],
  ['SOCIAL_LINKS', 'Mastodon=https://example.social/@fr\tamme', 'U+0009'],
  ['DATA_DIR', './da\u00ADta', 'U+00AD'],
])('%s may hold no character that nobody sees: %j', (name, value, point) => {
  const says = `${name} holds an invisible character (${point}): type it anew`;
  expect(readConfig({ [name]: value, PORT: 'x' })).toEqual([says, expect.stringMatching(/^PORT is "x"/)]);
});

test('a value of the environment may hold no other setting, and one in another script is shown by its code', () => {
  const within = readConfig({ PUBLIC_URL: 'https://framme.example.orgREGISTRATION=closed' });
  expect(within).toEqual([
    'PUBLIC_URL holds REGISTRATION= behind something else: put it on a line of its own',
  ]);
  expect(readConfig({ REGISTRATION: '\u0441losed' })).toEqual([
    'REGISTRATION is "<U+0441>losed": must be one of open, invite, closed',
  ]);
});

test('spaces and line ends around a value, and the joiners of an emoji, are none', () => {
  const hostName = 'Familjen 👨‍👩‍👧 ❤️';
  expect(readConfig({ HOST_NAME: ` ${hostName}\uFEFF\n`, REGISTRATION: ' closed\r' })).toMatchObject({
    ...{ hostName, registration: 'closed' },
  });
});
