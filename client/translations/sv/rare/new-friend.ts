/** The sheet of a new friend. */
export const newFriend = {
  addAndCheckIn: 'Lägg till och checka in',
  onlyAdd: 'Bara lägg till',
  whoseFriend: 'Vems kompis är det?',
  chooseChild: 'Välj ett barn.',
} as const;
