import type { commands as swedish } from '#client/translations/sv/commands.ts';
import type { Translated } from '#client/translations/translated.ts';

export const commands = {
  addChild: 'Add child',
  editChild: 'Edit child',
  deleteChild: 'Delete child',
  addFriend: 'Add friend',
  editFriend: 'Edit friend',
  deleteFriend: 'Delete friend',
  addGuest: 'Add guest',
  editGuest: 'Edit guest',
  deleteGuest: 'Delete guest',
  checkIn: 'Check-in',
  checkOut: 'Check-out',
  undo: 'Undo',
  correctVisit: 'Corrected time',
  addVisit: 'Add a visit',
  deleteVisit: 'Remove a visit',
  restoreVisit: 'Put a visit back',
  stayNight: 'Stays the night',
  updateProfile: 'Changed profile',
  keepVisits: 'Changed how long visits are kept',
} as const satisfies Translated<typeof swedish>;
