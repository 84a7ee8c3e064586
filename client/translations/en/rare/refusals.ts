import type { refusals as swedish } from '#client/translations/sv/rare/refusals.ts';
import type { Translated } from '#client/translations/translated.ts';

export const refusals = {
  'invalid-arguments': 'Something you entered cannot be saved.',
  'unknown-command': 'The server does not know this change. Reload the page and try again.',
  'not-found': 'What you wanted to change is no longer there.',
  'id-taken': 'This has already been added.',
  superseded: 'Somebody changed this after you.',
  'visit-open': 'The visit is still going on.',
  'ends-before-start': 'The end is before the start.',
  'in-the-future': 'The time is in the future.',
  overlaps: 'The time overlaps another visit.',
  'out-of-order': 'The changes came in the wrong order. Try again.',
  'too-many-corrections': 'The times of a visit can be corrected at most 50 times.',
  'in-the-past': 'That time has passed.',
  'too-far-ahead': 'That time is more than seven days ahead.',
  'link-limit': 'There are five links already. Take them back first.',
  'links-refused': 'The family wants no links: the link shows nothing.',
  failed: 'Something went wrong on our side. Try again in a moment.',
} as const satisfies Translated<typeof swedish>;
