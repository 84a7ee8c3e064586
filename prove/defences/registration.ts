import { type Defence, guarded } from './defence.ts';

const TESTS = 'server/auth/registration.test.ts';
const ADMISSION = 'server/auth/core/admission.ts';
const QUIET = (setting: string) =>
  `while registration is ${setting}, the refusal does not tell who has an account, who goes on`;

/** Admission of new accounts (REGISTRATION, docs/decisions/0025). */
export const registrationDefences: readonly Defence[] = [
  guarded(
    'an account by invitation needs one',
    [
      ADMISSION,
      "  if (hash === undefined || !invitation) throw new CallError('invitation-needed');\n  return { hash, now: at };",
      '  return hash !== undefined && invitation ? { hash, now: at } : undefined;',
    ],
    [TESTS, 'an invitation opens one account, and nothing else opens one'],
  ),
  guarded(
    'an invitation opens one account',
    [
      'server/store/auth/register-and-delete.ts',
      "!(await consumeToken(transaction, 'invitation', invitation.hash, invitation.now))",
      'false',
    ],
    [TESTS, 'an invitation opens one account, and nothing else opens one'],
  ),
  {
    name: 'PostgreSQL: of registrations at once with one invitation one opens an account',
    patch: [
      {
        file: 'server/store/auth/register-and-delete.ts',
        from: '  if (isUsed) throw new InvitationUsed();\n',
        to: '',
      },
    ],
    guard: {
      project: 'postgres',
      file: TESTS,
      test: 'of two registrations at once with one invitation, one opens an account',
    },
  },
  guarded(
    'a closed installation opens no account, with an invitation either',
    [ADMISSION, "  if (config.registration === 'closed') throw new CallError('registration-closed');\n", ''],
    [TESTS, QUIET('closed')],
  ),
  guarded(
    'a refused registration does not tell who has an account',
    [
      'server/auth/endpoints/register.ts',
      '    (error: unknown) => error,',
      "    () => new CallError('email-taken'),",
    ],
    [TESTS, QUIET('invite')],
  ),
  guarded(
    'a provider opens an account by invitation only too',
    [
      'server/auth/providers/sign-up.ts',
      'await admit(context, secretHash).catch(orNotAdmitted)',
      'undefined',
    ],
    [TESTS, 'a provider opens an account with an invitation only, once, and signs in who has one'],
  ),
];
