import { type Defence, guarded } from './defence.ts';

const ENDPOINTS = 'server/auth/endpoints';
const UNDO = `${ENDPOINTS}/undo-email-change.ts`;
const METHODS = `${ENDPOINTS}/recoverable-methods.ts`;
const ACCOUNTS = 'server/store/auth/accounts.ts';
const UNDO_TEST = `${ENDPOINTS}/undo-email-change.test.ts`;
const PLANTED = `${ENDPOINTS}/undo-planted.test.ts`;

/** Undoing a changed address, whatever a thief did before it. */
export const undoneChangeDefences: readonly Defence[] = [
  guarded(
    'undone change: the link alone is not enough',
    [UNDO, "throw new CallError('reauthentication-needed');", 'return;'],
    [UNDO_TEST, 'a thief of the former mailbox undoes nothing without the former password or a session'],
  ),
  guarded(
    'undone change: the former password has to be right',
    [UNDO, 'if (!(await matchesAny(passwords, former, hashes)))', 'if (!(matchesAny && passwords))'],
    [UNDO_TEST, 'a thief of the former mailbox undoes nothing without the former password or a session'],
  ),
  guarded(
    'undone change: guessing the former password is limited',
    [UNDO, 'await limits.countAttempt(request, accountKey(body.email))', '[request, accountKey].map(String)'],
    [UNDO_TEST, 'guessing the former password of a change is limited'],
  ),
  guarded(
    'undone change: what was added since ends',
    [UNDO, 'removes: { kinds: CREDENTIAL_KINDS, except },', 'x: [CREDENTIAL_KINDS, except],'],
    [UNDO_TEST, 'the former address undoes a change: it is restored, and what was added since ends'],
  ),
  guarded(
    'undone change: a return to the address makes no link, and voids those since',
    [
      `${ENDPOINTS}/change-email.ts`,
      'const undone = await changeUndoneBy(store, uid, body.emailKey, at);',
      "const undone = await changeUndoneBy(store, uid, '', at);",
    ],
    [PLANTED, 'a parent who moves the address back keeps it: the thief gets no link that undoes the return'],
  ),
  guarded(
    'undone change: a later change is not undone afterwards',
    [UNDO, "revokesLater: { kind: 'undo-email', expiresAt },", 'x: expiresAt,'],
    [
      UNDO_TEST,
      'a second change does not keep the first one from being undone, and is not undone afterwards',
    ],
  ),
  guarded(
    'undone change: a requirement from before still stands',
    [
      UNDO,
      'withoutPasskey: !isRequired(present),',
      'withoutPasskey: present !== undefined || isRequired(present),',
    ],
    [UNDO_TEST, 'a requirement from before the change still stands when it is undone'],
  ),
  guarded(
    'undone change: a requirement planted before it ends',
    [METHODS, 'passkeyRequiredAt < doubtedFrom && ', ''],
    [PLANTED, 'a passkey and a requirement that a thief planted before the change end with it'],
  ),
  guarded(
    'undone change: a requirement that nothing older meets ends',
    [METHODS, ' && factors.length > 0', ''],
    [PLANTED, 'a requirement ends if a thief replaced everything that meets it'],
  ),
  guarded(
    'undone change: what was planted before it ends',
    [METHODS, 'createdAt >= doubtedFrom', 'createdAt < doubtedFrom'],
    [PLANTED, 'a passkey and a requirement that a thief planted before the change end with it'],
  ),
  guarded(
    'undone change: what came after it cannot be kept',
    [METHODS, 'one.createdAt < changedAt && ', 'one.createdAt !== changedAt && '],
    [PLANTED, 'the page shows the sign-in methods from before the change, and what the parent chooses stays'],
  ),
  guarded(
    'undone change: no mail ends a required passkey',
    [METHODS, 'isRequired(account) ? factors : []', 'isRequired(account) ? [] : []'],
    [PLANTED, 'a required passkey from before is neither shown nor ended, whatever the link is sent with'],
  ),
  guarded(
    'undone change: a password replaced before it undoes it too',
    [
      `${ENDPOINTS}/change-password.ts`,
      'keepsFormer: keptPassword(now()),',
      '...(keptPassword(now()) && {}),',
    ],
    [PLANTED, 'a thief who changes the password before the address does not keep the parent from undoing it'],
  ),
  guarded(
    'undone change: at most five replaced passwords are kept',
    ['server/auth/core/passwords/passwords.ts', 'const MOST = 5;', 'const MOST = 50;'],
    [PLANTED, 'many new passwords of a thief do not push out the one from before them'],
  ),
  guarded(
    'undone change: a recovery by mail voids the replaced passwords',
    [`${ENDPOINTS}/change-password.ts`, "[...REVOKED, 'former-password']", 'REVOKED'],
    [PLANTED, 'a recovery by mail makes the replaced passwords worthless'],
  ),
  guarded(
    'undone change: nobody registers the former address',
    [
      'server/store/auth/register-and-delete.ts',
      'await refuseReserved(transaction, uid, emailKey, createdAt);',
      'void refuseReserved;',
    ],
    [PLANTED, 'nobody else gets the former address while the change of it can be undone'],
  ),
  {
    name: 'undone change: nobody gets the former address, PostgreSQL',
    patch: [
      {
        file: ACCOUNTS,
        from: 'throw new EmailTaken();',
        to: 'return;',
      },
    ],
    guard: {
      project: 'postgres',
      file: 'server/store/postgres/postgres.test.ts',
      test: 'nobody but the account itself gets an e-mail while a change away from it can be undone',
    },
  },
  guarded(
    'undone change: nobody changes to the former address',
    [ACCOUNTS, '    await refuseReserved(queries, uid, emailKey, now);\n', ''],
    [PLANTED, 'nobody else gets the former address while the change of it can be undone'],
  ),
  guarded(
    'undone change: an address that was never verified gets no link',
    [`${ENDPOINTS}/change-email.ts`, 'return verifiedAt === null', "return verifiedAt === ''"],
    [UNDO_TEST, 'an address that was never verified is told of the change without a link that undoes it'],
  ),
];
