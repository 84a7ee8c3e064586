import type { linkRefusals as swedish } from '#client/translations/sv/rare/link-refusals.ts';
import type { Translated } from '#client/translations/translated.ts';

export const linkRefusals = {
  heading: 'From other families',
  refuses: '{{whose}} family wants no links.',
  asks: '{{whose}} family asks you to remove what you have stored about {{name}}.',
  since: 'They have waited for an answer since {{time}}.',
  long: 'They have waited for an answer for more than 30 days.',
  remove: 'Remove',
  keep: 'Keep',
  allow: 'Allow links',
  allowHint: 'Only if they asked you to.',
  allowed: 'New links can be made again. The old ones show nothing.',
  kept: '{{name}} stays. The family still gets no links.',
  removeTitle: 'Remove everything about {{name}}?',
  removeText: {
    zero: '{{name}} goes from the list. This cannot be undone.',
    one: '{{name}} goes from the list, and {{count}} visit from the history. This cannot be undone.',
    other: '{{name}} goes from the list, and {{count}} visits from the history. This cannot be undone.',
  },
  isHere: '{{name}} is checked in now. That visit goes too.',
  waits: 'The history is loading. You can remove when all of it is here.',
  removing: 'Removing {{done}} of {{count}} …',
  removed: 'Everything about {{name}} is removed.',
} as const satisfies Translated<typeof swedish>;
