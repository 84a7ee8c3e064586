import type * as sv from '#client/translations/sv/device.ts';
import type { Translated } from '#client/translations/translations.ts';

export const install = {
  title: 'Framme as an app',
  lead: 'Put Framme on your home screen: the dashboard then opens with one tap, even offline.',
  here: 'You are using the app now.',
  act: 'Install the app',
  offer: 'Keep Framme on your home screen?',
  byMenu: 'Open the browser’s menu and choose Install app or Add to Home screen.',
  apple: {
    share: 'Tap Share in Safari.',
    add: 'Choose Add to Home Screen.',
    signIn:
      'Open Framme from the home screen and sign in. The app has its own storage, separate from Safari.',
  },
  storage: {
    title: 'What is stored on this device',
    kept: 'The browser has promised not to clear it by itself.',
    mayGo:
      'The browser may clear it if space runs out or if you have not been here for a long time. What was sent is still on the server. It is rarely cleared once you install the app.',
    unknown: 'The browser does not say if it may clear it.',
    full: 'If space runs out, Framme says so and stores nothing new until you have made room. What is already waiting stays.',
    private: 'In a private window, whatever has not been sent is lost when you close it.',
  },
} satisfies Translated<typeof sv.install>;

export const notifications: Translated<typeof sv.notifications> = {
  title: 'Notifications on this device',
  lead: 'You get a notification when another family answers or wants to follow, when a child is on the way or late, and when somebody is due home, even if the app is closed.',
  switch: 'On',
  taps: 'Also when another parent checks in or out',
  off: 'Off.',
  since: 'On since {{date}}.',
  handed: 'Last handed to the push service {{time}}.',
  rejected: 'The push service did not take the last notification.',
  blocked: 'The browser blocks notifications. Change it in the browser’s settings.',
  none: 'This browser can’t receive notifications.',
  homeScreen: 'Add Framme to the home screen first.',
  host: 'Whoever runs this site has turned notifications off.',
  late: 'The push service isn’t answering. Try again.',
  gone: 'The push service has forgotten this device. Turn it on again.',
  test: 'Send a test',
  tested: 'Handed to the push service. Did it arrive?',
  honest:
    'A notification can arrive late or not at all. The browser’s maker sees that something is sent and when, but not what it says.',
  turnOn: 'Turn on',
  turnedOn: 'This device gets notifications.',
};

export const update = {
  title: 'There is a new version of Framme',
  text: 'It has been downloaded already, and nothing is lost.',
  now: 'Update now',
  interceptedTitle: 'Something other than Framme answers',
  interceptedText:
    'Perhaps you need to sign in to the network, or with whoever runs this site. What you did is kept here and will be sent then.',
  goOn: 'Continue',
  tooOldTitle: 'This page needs to be reloaded',
  tooOldText:
    'There is a new version of Framme. Reload the page. Nothing is lost: what you did is kept here and will be sent then.',
  tooNewTitle: 'The server is older than this page',
  tooNewText:
    'The server needs to be updated before it understands this page. Nothing is lost: what you did is kept here and will be sent then.',
} as const;

export const plainHttp = {
  title: 'This address has no https',
  text: 'So nobody can sign in or create an account here, and nothing is stored. Ask whoever runs this site for the address that begins with https://.',
} as const satisfies Translated<typeof sv.plainHttp>;

export const wrongClock = {
  fast: 'This device’s clock is {{by}} fast. The times here are still right.',
  slow: 'This device’s clock is {{by}} slow. The times here are still right.',
} as const satisfies Translated<typeof sv.wrongClock>;

export const restored = {
  text: 'The server was restored from a backup. Open Framme on all the family’s phones: what they know comes back by itself.',
  textFrom:
    'The server was restored from a backup of {{time}}. Open Framme on all the family’s phones: what they know comes back by itself.',
  close: 'Okay',
} as const satisfies Translated<typeof sv.restored>;

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
  notSent: 'It could not be sent. Try again, or save to a file.',
  locked:
    'You have been signed out here. Once you sign in again, what waits is sent. Until then it stays on the device.',
  saveFile: 'Save to a file',
  saved: 'Saved as {{file}}.',
  fileIsAbout: 'Changes in Framme that had not reached the server at sign-out.',
  discard: 'Discard changes and sign out',
  stay: 'Stay signed in',
} as const satisfies Translated<typeof sv.signOut>;
