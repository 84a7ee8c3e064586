import type { signIn as swedish } from '../sv/signIn.ts';
import type { Translated } from '../translated.ts';

export const signIn = {} as const satisfies Translated<typeof swedish>;
