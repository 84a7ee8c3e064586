import type { tellDialog as swedish } from '#client/translations/sv/rare/tell-dialog.ts';
import type { Translated } from '#client/translations/translated.ts';

export const tellDialog = {
  title: 'Tell the parent',
  to: 'To',
  shareHint: 'If you share, you choose the recipient in the next step.',
  guestHint: 'A guest has no number here. Enter one, or share or copy the text.',
  message: 'Message',
  note: 'You send it from your own phone. Framme sends nothing and does not keep the text.',
  linkNote: 'The link works from the moment you share, send or copy it.',
  link: 'Link to this visit',
  linkHint:
    'The other family sees when {{name}} arrived, is here and goes home. No account needed. It ends six hours after the check-out.',
  noLink: {
    needsHttps: 'A link to the visit can only be made where Framme is reached over https.',
    refused: 'The family wants no links.',
    limit: 'The visit has five links already. Open the visit and take them back to make a new one.',
  },
  share: 'Share',
  sms: 'Send text',
  copy: 'Copy',
  shared: 'The text is shared.',
  copied: 'The text is copied.',
  notCopied: 'The text could not be copied. Select it and copy it yourself.',
  notShared: 'Sharing did not work. Try a text, or copy.',
} as const satisfies Translated<typeof swedish>;
