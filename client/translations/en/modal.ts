import type { Translated } from '#client/translations/parts.ts';
import type * as sv from '#client/translations/sv/modal.ts';

export const modal = {
  chooseChild: 'Whose friend is it?',
  chooseVisitorIn: 'Who’s here to see {{name}}?',
  chooseVisitorOut: 'Who’s going home?',
  others: 'Others',
  alreadyIn: '{{name}} is already checked in, since {{time}}.',
  alreadyOut: '{{name}} is already checked out, since {{time}}.',
  parentId: 'Parent: {{id}}',
  signedOutTitle: 'First you need an account',
  signedOutText:
    'It holds your children and their friends. Once you have signed in, you continue right here.',
  tryFirst: 'Want a feel for it before that? Close this, and press the example on the page.',
  noChildrenTitle: 'No children yet',
  noChildrenText: 'Add your child. Then you add the friends who usually come.',
  noVisitorsTitle: 'No friends yet',
  noVisitorsText: 'Add a friend of {{name}}, and check them in with one tap when they arrive.',
  toProfile: 'Go to profile',
  notStored: 'This device could not save it. Try again, or free some space in the browser.',
  loadFailed: 'Your data could not be fetched. Try again.',
} as const satisfies Translated<typeof sv.modal>;
