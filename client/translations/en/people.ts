import type * as sv from '#client/translations/sv/people.ts';
import type { Translated } from '#client/translations/translations.ts';
import { MAX_NOTE } from '#domain/limits.ts';

export const people = {
  myChildren: 'My children',
  children: 'Children',
  friendsOf: 'Friends of {{name}}',
  guestsOf: 'Guests of {{name}}',
  ofChild: 'Friends and guests',
  friendCount: { one: '{{count}} friend', other: '{{count}} friends' },
  guestCount: { one: '{{count}} guest', other: '{{count}} guests' },
  hereCount: { zero: 'All quiet here', one: '{{count}} is here', other: '{{count}} are here' },
  showMore: 'Show more',
  search: 'Search names',
  nobodyFound: 'Nobody is called “{{typed}}”.',
  alreadyHere: 'Already here',
  notHere: 'Not here',
  hasNote: 'Has a note',
  editNamed: 'Edit {{name}}',
  removeNamed: 'Remove {{name}}',
  undoNamed: 'Undo for {{name}}',
  checkInNamed: 'Check in {{name}}',
  checkOutNamed: 'Check out {{name}}',
  statusNotSaved: 'It was not saved. Try again.',
  addChild: 'Add child',
  editChild: 'Edit child',
  followChild: 'Follow a child at another family',
  addFriend: 'Add friend',
  editFriend: 'Edit friend',
  friendAdded: 'Friend added!',
  newFriend: 'New friend',
  newFriendOf: 'New friend of {{name}}',
  addGuest: 'Add guest',
  editGuest: 'Edit guest',
  loadFailed: {
    network: 'Your data could not be loaded. Try again.',
    server: 'The server answered with an error. Your network is fine. Try again in a moment.',
  },
  noChildren: {
    title: 'Add a child to get started',
    text: 'Then add the child’s friends and check them in when they arrive.',
  },
  fields: {
    name: 'Name',
    birthDate: 'Date of birth',
    parentPhone: 'Parent’s phone',
    parentPhoneHint: 'For example 070-123 45 67',
    parentUserId: 'Parent’s user id',
    parentUserIdHint: 'The other parent finds it in their profile, under Your user id.',
    note: 'Note',
    noteHint: `Allergies, or who picks up. At most ${MAX_NOTE} characters. Only your family sees it.`,
  },
} as const satisfies Translated<typeof sv.people>;

export const profile = {
  back: 'Back to profile',
  settings: 'More about you and the account',
  pages: {
    parents: { title: 'Parents', about: 'Who you are, invite another' },
    device: { title: 'This device', about: 'Notifications, Framme on the home screen' },
    account: { title: 'Signing in', about: 'Password, email and passkeys' },
    security: { title: 'Security', about: 'Signed-in devices, recent activity' },
    data: { title: 'Data', about: 'Download or delete what is kept' },
  },
  noFriends: {
    title: 'No friends yet',
    text: 'Add a friend, and one tap checks them in when they arrive.',
  },
  noGuests: {
    title: 'No guests yet',
    text: 'A guest is a child whose parent you know by a user id.',
  },
  parentIs: 'Parent: {{contact}}',
} as const satisfies Translated<typeof sv.profile>;
