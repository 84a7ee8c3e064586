import type { Defence } from './defence.ts';

const inTest = (file: string) => ({ project: 'integration', file }) as const;
const MAIL_TO = 'email, RATES.mailedLinks';

/** Mail: one-time links, the limit on asking for them, and transport. */
export const mailDefences: readonly Defence[] = [
  {
    name: 'mailed link: works once',
    patch: [
      {
        file: 'server/store/auth/account-changes.ts',
        from: '!(await consumeToken(queries, kind, hash, now))',
        to: '!(await findToken(queries, kind, hash, now))',
      },
      {
        file: 'server/auth/endpoints/verify-email.ts',
        from: ", revokes: ['verify-email'] };",
        to: ' };',
      },
    ],
    guard: {
      ...inTest('server/auth/endpoints/verify-email.test.ts'),
      test: 'of many concurrent uses of one link, one succeeds',
    },
  },
  {
    name: 'mailed link: expires',
    patch: [
      {
        file: 'server/auth/mail/one-time-links.ts',
        from: 'isoTime(now() + lifetimeMs)',
        to: 'isoTime(now() + 100 * lifetimeMs)',
      },
    ],
    guard: {
      ...inTest('server/auth/endpoints/recover.test.ts'),
      test: 'a recovery link expires after an hour, and with every other password change',
    },
  },
  {
    name: 'mailed link: invalid once the account has another address',
    patch: [
      {
        file: 'server/auth/endpoints/recover.ts',
        from: 'emailKey !== link.emailKey',
        to: 'emailKey === undefined',
      },
    ],
    guard: {
      ...inTest('server/auth/endpoints/change-email.test.ts'),
      test: 'links mailed to the old address no longer work after the change',
    },
  },
  {
    name: 'mailed link: a new password ends every session',
    patch: [
      {
        file: 'server/store/auth/account-changes.ts',
        from: 'return endOtherSessions(queries, uid, keep);',
        to: 'return endOtherSessions(queries, String(keep), keep);',
      },
    ],
    guard: {
      ...inTest('server/auth/endpoints/recover.test.ts'),
      test: 'a recovery by mailed link sets a new password, signs in and ends every other session',
    },
  },
  {
    name: 'mailed link: a link by the host verifies no e-mail',
    patch: [{ file: 'server/auth/endpoints/recover.ts', from: '...(!isByHost &&', to: '...(at &&' }],
    guard: {
      ...inTest('server/auth/mail/recovery-link.test.ts'),
      test: 'the command works beside a running server: its link recovers an account once and verifies no e-mail',
    },
  },
  {
    name: 'mails: links to one address are limited',
    patch: [
      {
        file: 'server/auth/mail/account-mail.ts',
        from: MAIL_TO,
        to: 'email, { burst: 100, interval: 1 }',
      },
    ],
    guard: {
      ...inTest('server/auth/mail/recovery-mail.test.ts'),
      test: 'recovery mails to one address are limited, without a difference in the answer',
    },
  },
  {
    name: 'change of e-mail: needs a re-authentication',
    patch: [
      {
        file: 'server/auth/endpoints/change-email.ts',
        from: 'sessions.requireReauthentication(',
        to: 'sessions.requireRecentAuthentication(',
      },
    ],
    guard: {
      ...inTest('server/auth/endpoints/change-email.test.ts'),
      test: 'a change of e-mail needs a session and a re-authentication',
    },
  },
  {
    name: 'mails: sent even if the client disconnects',
    patch: [
      { file: 'server/auth/mail/account-mail.ts', from: 'if (raw.closed) start();\n    else ', to: '' },
    ],
    guard: {
      ...inTest('server/auth/mail/sign-in-methods-mail.test.ts'),
      test: 'a security mail is sent even if the client disconnects before the reply',
    },
  },
  {
    name: 'mails: sent only over an encrypted connection',
    patch: [
      { file: 'server/mail/smtp.ts', from: "requireTLS: encryption === 'starttls'", to: 'requireTLS: false' },
    ],
    guard: {
      ...inTest('server/mail/mailer.test.ts'),
      test: 'a login is sent only over an encrypted connection, unless encryption is switched off',
    },
  },
  {
    name: 'mails: values are escaped in HTML',
    patch: [
      {
        file: 'server/mail/render-mail.ts',
        from: "text.replaceAll(/[&<>\"']/g, (sign) => ENTITIES[sign] ?? '')",
        to: 'text',
      },
    ],
    guard: {
      ...inTest('server/mail/render-mail.test.ts'),
      test: 'a name with HTML or a placeholder is shown as text and loads nothing',
    },
  },
];
