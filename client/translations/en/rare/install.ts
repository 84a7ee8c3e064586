import type { install as swedish } from '#client/translations/sv/rare/install.ts';
import type { Translated } from '#client/translations/translated.ts';

export const install = {
  title: 'Framme as an app',
  lead: 'Put Framme on your home screen: the dashboard then opens with one tap, even offline.',
  here: 'You are using the app now.',
  act: 'Install the app',
  later: 'Not now',
  offer: 'Keep Framme on your home screen?',
  byMenu: 'Open the browser’s menu and choose Install app or Add to Home screen.',
  apple: {
    share: 'Tap Share in Safari.',
    add: 'Choose Add to Home Screen.',
    signIn:
      'Open Framme from the home screen and sign in. The app has a storage of its own, apart from Safari.',
  },
  storage: {
    title: 'What is stored on this device',
    kept: 'The browser has promised not to clear it by itself.',
    mayGo:
      'The browser may clear it if space runs out or if you have not been here for long. What was sent is still on the server. It is rarely cleared once you install the app.',
    unknown: 'The browser does not say if it may clear it.',
    full: 'If space runs out, Framme says so and stores nothing new until you have made room. What already waits stays.',
    private: 'In a private window, all that was not sent is gone when you close the window.',
  },
} satisfies Translated<typeof swedish>;
