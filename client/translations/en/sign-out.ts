import type { signOut as swedish } from '#client/translations/sv/sign-out.ts';
import type { Translated } from '#client/translations/translated.ts';

export const signOut = {
  title: 'Sign out before everything is sent?',
  consequence: {
    one: 'One change has not reached the server yet. If you sign out now, it is lost.',
    other: '{{count}} changes have not reached the server yet. If you sign out now, they are lost.',
  },
  refused: {
    one: 'One change was not accepted by the server. It is lost too.',
    other: '{{count}} changes were not accepted by the server. They are lost too.',
  },
  allSent: 'Everything is sent now.',
  send: 'Send and sign out',
  notSent: 'It could not be sent. Check the network and try again, or save to a file.',
  locked:
    'You have been signed out here. Once you sign in again, what waits is sent. Until then it stays on the device.',
  saveFile: 'Save to a file',
  saved: 'Saved as {{file}}.',
  fileIsAbout: 'Changes in Framme that had not reached the server at sign-out.',
  discard: 'Discard changes and sign out',
  stay: 'Stay signed in',
} as const satisfies Translated<typeof swedish>;
