import type { StoredTexts } from './sv-stored.ts';

export const en: StoredTexts = {
  stored: {
    close: 'Close',
    failed: 'This could not be loaded.',
    retry: 'Try again',
    name: 'Name',
    phone: 'Phone',
    phoneEnding: 'a phone number ending in {{digits}}',
    noPhone: 'no phone number',
    visit: 'The visit',
    made: 'Link created',
    opened: 'First opened',
    notOpened: 'not yet',
    answer: 'Reply',
    noAnswer: 'none',
    before: 'The reply before it',
    note: 'Note',
    noteHidden: 'The family may have a note of its own, which is not shown here.',
    kept: 'Kept',
    keptFor:
      'The family keeps past visits for {{time}}. The link and the reply are removed within four days.',
    days: '{{days}} days',
    year: 'a year',
    keptForEver:
      'The family keeps the visit until it removes it. The link and the reply are removed within four days.',
    host: 'Runs this site',
    complaint: 'You can complain to the Swedish Authority for Privacy Protection:',
    authority: { name: 'imy.se', href: 'https://www.imy.se/en/' },
  },
  refuse: {
    heading: 'Don’t want links?',
    none: 'No more links from this family',
    noneText:
      'The link closes at once, and new links from the family do not work. The family can still write to you from their own phone.',
    removal: 'Ask to be removed',
    removalText:
      'The link closes, and the family is asked to remove what is stored about {{name}}. If nothing has happened within 30 days, you can write to whoever runs this site.',
    sure: 'Do you want that? The link cannot be opened again.',
    confirm: { none: 'Yes, no more links', removal: 'Yes, ask the family' },
    cancel: 'Cancel',
    failed: 'It did not get through.',
  },
};
