import type { tell as swedish } from '#client/translations/sv/tell.ts';
import type { Translated } from '#client/translations/translated.ts';

export const tell = {
  word: 'Tell',
  call: 'Call',
  title: 'Tell the parent',
  parentOf: 'Tell the parent of {{name}}',
  callParentOf: 'Call the parent of {{name}}',
  to: 'To',
  shareHint: 'If you share, you choose the recipient in the next step.',
  guestHint: 'A guest has no number here. Enter one, or share or copy the text.',
  message: 'Message',
  note: 'You send it from your own phone. Framme sends nothing and does not keep what you change here.',
  share: 'Share',
  sms: 'Send text',
  copy: 'Copy',
  shared: 'The text is shared.',
  copied: 'The text is copied.',
  notCopied: 'The text could not be copied. Select it and copy it yourself.',
  notShared: 'Sharing did not work. Try a text, or copy.',
} as const satisfies Translated<typeof swedish>;
