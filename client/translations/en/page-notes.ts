import type { pageNotes as swedish } from '#client/translations/sv/page-notes.ts';
import type { Translated } from '#client/translations/translated.ts';

export const pageNotes = {
  host: {
    heading: 'Who runs this site',
    name: '{{name}} hosts the server and is responsible for the data on it.',
    contact: 'Get in touch:',
  },
  notLoaded: { text: 'This page has not loaded fully. Check that you are online.', retry: 'Try again' },
  withoutScripts: {
    page: 'This page can be read without JavaScript. To sign in and check in, turn it on.',
    appShell: 'Framme needs JavaScript here. Turn it on in the browser and reload the page.',
  },
} as const satisfies Translated<typeof swedish>;
