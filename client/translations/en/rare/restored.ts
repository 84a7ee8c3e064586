import type { restored as swedish } from '#client/translations/sv/rare/restored.ts';
import type { Translated } from '#client/translations/translated.ts';

export const restored = {
  text: 'The server was restored from a backup. Open Framme on all the family’s phones: what they know comes back by itself.',
  textFrom:
    'The server was restored from a backup of {{time}}. Open Framme on all the family’s phones: what they know comes back by itself.',
  close: 'Okay',
} as const satisfies Translated<typeof swedish>;
