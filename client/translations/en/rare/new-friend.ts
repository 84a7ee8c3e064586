import type { newFriend as swedish } from '#client/translations/sv/rare/new-friend.ts';
import type { Translated } from '#client/translations/translated.ts';

export const newFriend = {
  addAndCheckIn: 'Add and check in',
  onlyAdd: 'Just add',
  whoseFriend: 'Whose friend is it?',
  chooseChild: 'Choose a child.',
} as const satisfies Translated<typeof swedish>;
