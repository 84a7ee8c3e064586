import type { held as swedish } from '#client/translations/sv/held.ts';
import type { Translated } from '#client/translations/translated.ts';

export const held = {
  title: 'Changes of another account are waiting here',
  what: {
    one: '{{account}}: {{count}} change has not been sent, from {{time}}.',
    other: '{{account}}: {{count}} changes have not been sent, the first from {{time}}.',
  },
  titleLeft: 'Changes of your former family are still here',
  left: {
    one: '{{account}}: {{count}} change, from {{time}}, was not sent before the account changed families. It will never be sent.',
    other:
      '{{account}}: {{count}} changes, the first from {{time}}, were not sent before the account changed families. They will never be sent.',
  },
  fileIsAbout: 'Changes in Framme that had not reached the server when the account changed families.',
  unnamed: 'An account that was signed in here before',
  signIn: 'What waits is sent when the owner of the account signs in on this device.',
  signOutFirst:
    'What waits is sent when the owner of the account signs in on this device. Sign out here first.',
  discard: 'Discard the changes',
  discardNamed: 'Discard the changes of {{account}}',
  discardTitle: 'Discard the changes?',
  discardText: {
    one: '{{count}} change of {{account}} will then never be sent. This cannot be undone.',
    other: '{{count}} changes of {{account}} will then never be sent. This cannot be undone.',
  },
  discarded: 'The changes are discarded.',
  later: 'Not now',
} as const satisfies Translated<typeof swedish>;
