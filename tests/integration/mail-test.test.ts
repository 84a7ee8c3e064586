import { expect, onTestFinished, test } from 'vitest';
import { framme } from '#tests/support/server/framme-command.ts';
import { startMailServer } from '#tests/support/server/mail-server.ts';

async function mailServer(options = {}) {
  const server = await startMailServer(options);
  onTestFinished(server.stop);
  return server;
}

test('mail-test sends one mail, and says what the mail server did with it', async () => {
  const { env, received } = await mailServer();
  const { code, stdout, stderr } = await framme(env, 'mail-test', 'Host@Example.org');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(
    /^127\.0\.0\.1:\d+ took the mail to Host@Example\.org\. .* DNS of example\.org\.\n$/,
  );
  expect(received.map(({ recipients }) => recipients)).toEqual([['Host@example.org']]);
  const [first] = received;
  expect(first?.mail).toMatchObject({
    ...{ subject: 'A test by Framme', from: { name: 'Framme', address: 'framme@example.org' } },
    text: expect.stringMatching(/^Framme \d+\.\d+\.\d+ can send mail by /),
  });
});

test('a refusal of the mail server is told in its words, and the password never', async () => {
  const { env } = await mailServer({
    onRcptTo: (_address: object, _session: object, done: (error: Error) => void) =>
      done(Object.assign(new Error('no such\u001b[31m mailbox'), { responseCode: 550 })),
  });
  const refused = await framme(env, 'mail-test', 'host@example.org');
  expect([refused.code, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toMatch(/^127\.0\.0\.1:\d+ did not take the mail: 550 no such \[31m mailbox\. /);
  const strict = await mailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ password }: { password: string }, _session: object, done: (error: Error) => void) =>
      done(Object.assign(new Error(`wrong password ${password}`), { responseCode: 535 })),
  });
  const SMTP_URL = strict.env.SMTP_URL.replace('smtp://', 'smtp://anna:geheim@');
  const wrong = await framme({ ...strict.env, SMTP_URL }, 'mail-test', 'host@example.org');
  expect([wrong.code, wrong.stdout]).toEqual([1, '']);
  expect(wrong.stderr).toMatch(/did not take the mail: .*wrong password …/);
  expect(wrong.stderr).not.toContain('geheim');
});

test('without a mail server, or an address that is one, nothing is sent', async () => {
  const { env, received } = await mailServer();
  expect(await framme({}, 'mail-test', 'host@example.org')).toMatchObject({
    ...{
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^No mail server is set.*SMTP_URL and MAIL_FROM/),
    },
  });
  for (const words of [['host'], ['a@example.org,b@example.org'], [], ['a@example.org', 'b@example.org']])
    expect((await framme(env, 'mail-test', ...words)).code).toBe(2);
  expect(received).toEqual([]);
});
