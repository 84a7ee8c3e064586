import { type Defence, guarded } from './defence.ts';

const GUARD = 'server/links/refused-numbers.test.ts';

/** Numbers to which whoever hosts refuses links (docs/decisions/0035). */
export const refusedNumberDefences: readonly Defence[] = [
  guarded(
    'no link to a refused number shows anything',
    [
      'server/links/look.ts',
      ' || (phone !== undefined && isNumberRefused?.(phone))',
      ' || (phone && !isNumberRefused)',
    ],
    [GUARD, 'a number is refused for every family at once, however it is typed, and can be allowed again'],
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
