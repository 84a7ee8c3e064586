import { en as visit } from '#client/shared-visit/texts/en.ts';
import type { Texts } from './sv.ts';

export const en: Texts = {
  ...visit,
  brand: 'Framme',
  title: 'A visit',
  lead: 'Framme shows when children arrive and go home. No account needed.',
  from: 'From {{name}}, {{whose}} parent',
  call: 'Call {{name}}, {{phone}}',
  loading: 'Loading the visit …',
  crash: {
    title: 'Something went wrong',
    text: 'The page could not be shown. Reload it. If that does not help, a translation or an extension of the browser may be in the way: turn it off.',
    reload: 'Reload the page',
  },
  switchLanguage: { sv: 'Switch language to Swedish', en: 'Switch language to English' },
  checkedIn: 'Checked in',
  checkedOut: 'Checked out',
  freshness: 'Updated {{time}}',
  noContact: 'No contact. Last updated {{time}}.',
  noContactYet: 'No contact with the server. The page tries again.',
  over: 'The visit is over. A new visit is not shown here.',
  own: 'This is what the other family sees. It does not count as opened.',
  dead: {
    title: 'This link no longer works.',
    text: 'It may be too old, or stopped. Ask the sender.',
    tooNew: 'If the link is brand new, it may take a while to start working. The page tries again.',
  },
  takenBack: { title: 'This link no longer works.', text: 'It has been stopped. Ask the sender.' },
  answerNote:
    'The sender sees your reply, and when the link was first opened. Anyone with the link can reply.',
  footer: {
    label: 'About this page',
    stored: 'What is stored about you',
    privacy: 'Privacy',
    contact: 'Contact',
    failed: 'This could not be loaded. Try again, or reload the page.',
  },
  follow: {
    offer: 'Follow {{name}} in your Framme',
    about: 'They see the names and email addresses of the parents in your family, and say yes or no.',
    asked: 'Sent. Waiting for an answer.',
    where: 'You’ll see the answer under With others.',
    failed: {
      offline: 'Your question didn’t get through. Try again.',
      dead: 'This link no longer works. Ask for a new one.',
      full: 'No more families can follow: the limit is reached.',
      busy: 'You can’t ask right now. Try again later.',
      ended: 'You’ve been signed out. The link still works: sign in, then open it again.',
    },
    logIn: 'Sign in',
  },
  refused: {
    title: 'Done.',
    text: 'The link is closed, and the family sees that you said no.',
    removalAsked:
      'The family sees that you want to be removed. If nothing has happened within 30 days, you can write to whoever runs this site.',
    hostUnknown: 'Whoever runs this site has not said who they are. Ask the sender of the link.',
  },
};
