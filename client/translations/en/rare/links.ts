import type { links as swedish } from '#client/translations/sv/rare/links.ts';
import type { Translated } from '#client/translations/translated.ts';

export const links = {
  whenHome: 'Home at?',
  otherTime: 'Another time',
  noTime: 'No time',
  home: 'Home {{time}}',
  due: 'Was to go home {{time}}',
  more: '30 min more',
  planned: '{{name}}: home {{time}}.',
  unplanned: '{{name}} has no planned time.',
  title: 'Links to this visit',
  notOpened: 'Link made {{made}} · not opened yet',
  opened: 'Link made {{made}} · opened {{opened}}',
  openedMeans: 'Opened means that somebody opened the page, not that a message was read.',
  ends: 'It ends {{time}}.',
  endsOpen: 'It ends six hours after the check-out, {{time}} at the latest.',
  ended: 'It has ended.',
  takeBack: { one: 'Take the link back', other: 'Take the links back' },
  takenBack: 'The link shows nothing any more.',
  answered: 'Answer through the link {{time}}: {{answer}}',
  answers: {
    onMyWay: 'I’m on my way.',
    thanks: 'Thanks.',
    stay: 'Can {{name}} stay until {{time}}?',
  },
  yes: 'Yes, until {{time}}',
  no: 'Sorry, no',
  saidYes: 'You answered yes, until {{time}}.',
  saidNo: 'You answered sorry, no.',
  replied: 'The reply shows on the page of the link.',
  answerNote: 'Everybody who has the link can answer. Never hand over a child because of an answer.',
} as const satisfies Translated<typeof swedish>;
