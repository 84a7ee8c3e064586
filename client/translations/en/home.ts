import type { home as swedish } from '../sv/home.ts';
import type { Translated } from '../translated.ts';

export const home = {} as const satisfies Translated<typeof swedish>;
