import type { FollowTexts } from './sv-follow.ts';

export const en: FollowTexts = {
  follow: 'Follow {{name}} in your Framme',
  about: 'They see the names of the parents in your family, and say yes or no.',
  asked: 'Asked. They haven’t answered yet.',
  failed: {
    offline: 'Your question didn’t get through. Try again.',
    dead: 'This link no longer works. Ask for a new one.',
    full: 'That isn’t possible: as many follow {{name}}, or you follow as many, as there may be.',
    busy: 'That was many questions in a short time. Try again later.',
    ended: 'You’ve been signed out. The link still works: log in, then open it again.',
  },
  logIn: 'Log in',
};
