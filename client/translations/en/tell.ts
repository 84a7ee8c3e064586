import type { tell as swedish } from '#client/translations/sv/tell.ts';
import type { Translated } from '#client/translations/translated.ts';

export const tell = {
  word: 'Tell',
  call: 'Call',
  parentOf: 'Tell the parent of {{name}}',
  callParentOf: 'Call the parent of {{name}}',
  linkDead: 'The link you made shows nothing any more.',
} as const satisfies Translated<typeof swedish>;
