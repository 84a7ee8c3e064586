import type { removal as swedish } from '#client/translations/sv/rare/removal.ts';
import type { Translated } from '#client/translations/translated.ts';

export const removal = {
  removeTitle: 'Remove {{name}}?',
  removeChildHere: {
    one: '{{names}} is checked in here now.',
    other: '{{names}} are checked in here now.',
  },
  removeChild: 'Friends, guests and visits of {{name}} are removed too. This cannot be undone.',
  removeVisitor: '{{name}} disappears from the list. Past visits stay in the history.',
  removeHere:
    '{{name}} is checked in. The visit ends, and when it ended will be unknown. Check out first to keep the time.',
} as const satisfies Translated<typeof swedish>;
