import { type Defence, guarded } from './defence.ts';

const OWN = 'nor by opening the own link: signed in, it shows, is watched and takes an answer as any other';
const GUARD = 'server/links/refused-numbers.test.ts';

/** Numbers to which whoever hosts refuses links (docs/decisions/0035). */
export const refusedNumberDefences: readonly Defence[] = [
  guarded(
    'no link to a refused number shows anything',
    [
      'server/links/look.ts',
      'phone !== undefined && isNumberRefused?.(phone) === true',
      'phone !== undefined && !isNumberRefused',
    ],
    [GUARD, 'a number is refused for every family at once, however it is typed, and can be allowed again'],
  ),
  guarded(
    'the own family learns nothing of it: the own link shows',
    ['server/links/link-gate.ts', ' || (await this.isOwn(living, request)))', ')'],
    [GUARD, OWN],
  ),
  guarded(
    'nor by the stream of the own link',
    ['server/links/visit-streams.ts', ' && (!found.isRefused || reader.isOwn))', ' && !found.isRefused)'],
    [GUARD, OWN],
  ),
  guarded(
    'nor by an answer through it',
    [
      'server/links/reader-writes.ts',
      'return fresh?.isRefused && !seen.isRefused ?',
      'return fresh?.isRefused ?',
    ],
    [GUARD, OWN],
  ),
  guarded(
    'a server answers nobody before it knows the refused numbers',
    [
      'server/links/refused-numbers.ts',
      '    await this.#read();\n    const { refused',
      '    const { refused',
    ],
    [GUARD, 'a server knows the refused numbers before its first answer, and none of them in plain text'],
  ),
  guarded(
    'a refused number is stored as a hash alone',
    [
      'server/links/refused-numbers.ts',
      "createHmac('sha256', secret).update(phone).digest('base64url')",
      "phone + (createHmac('sha256', secret) && '')",
    ],
    [GUARD, 'a server knows the refused numbers before its first answer, and none of them in plain text'],
  ),
];
