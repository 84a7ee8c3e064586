import { type Defence, guarded } from './defence.ts';

const OWN_PATH = 'domain/pages/pages.ts';
const redirect = (name: string, from: string, to: string, place: string): Defence => ({
  name: `open redirects: ${name}`,
  patch: [{ file: OWN_PATH, from, to }],
  guard: {
    project: 'unit',
    file: 'client/session/return-to.test.ts',
    test: `the return path ${JSON.stringify(place)} is ignored as outside the app`,
  },
});

/** Open redirects: the return path after a sign-in stays on this app. */
export const redirectDefences: readonly Defence[] = [
  redirect('no backslash', '(?![/\\\\])[^\\\\\\p{Cc}]', '(?!\\/)[^\\p{Cc}]', '/\\example.com'),
  redirect('no tab or line break, which a browser drops', '[^\\\\\\p{Cc}]', '[^\\\\]', '/\t/example.com'),
  guarded(
    'a secret in the path leads behind the #',
    [
      'server/pages/pages.ts',
      'const link = withFragment(url);',
      'const link = withFragment(url.slice(0, 9));',
    ],
    [
      'server/pages/pages.test.ts',
      'a secret that an escaped # put into the path or query leads to its page behind the #, and into no log',
    ],
  ),
  redirect('no other scheme', '/^\\/(?!', '/^(?!', 'javascript:alert(1)'),
];
