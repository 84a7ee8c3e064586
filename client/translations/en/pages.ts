import type { pages as swedish } from '../sv/pages.ts';
import type { Translated } from '../translated.ts';

export const pages = {
  notFound: { title: 'Page not found' },
} as const satisfies Translated<typeof swedish>;
