import { ALL_TEXTS } from '#client/translations/all-texts.ts';
import { LANGUAGES, type Language } from '#domain/language.ts';

/** The colours of the page (client/ui/tokens.css) and of its `theme-color`. */
const LIGHT = '#fbfaf7';
const DARK = '#14171c';

const ICON = { src: 'icon-192.png', sizes: '192x192', type: 'image/png' };

/** The path of a language's web app manifest. */
export function manifestPath(language: Language): string {
  return `/manifest.${language}.webmanifest`;
}

/** The web app manifest of a language. Its id is the same in all of them, so that a change of language is no other app. */
function manifestIn(language: Language): object {
  const { common } = ALL_TEXTS[language].app;
  return {
    id: '/',
    name: common.brand,
    short_name: common.brand,
    description: common.footer.line,
    lang: language,
    dir: 'ltr',
    start_url: './dashboard',
    scope: './',
    display: 'standalone',
    background_color: LIGHT,
    theme_color: LIGHT,
    color_scheme_dark: { background_color: DARK, theme_color: DARK },
    categories: ['lifestyle', 'utilities'],
    launch_handler: { client_mode: 'navigate-existing' },
    icons: [
      { src: 'icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      { ...ICON, purpose: 'any' },
      { src: 'icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: 'icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [
      { name: common.checkIn, url: './dashboard?check-in', icons: [ICON] },
      { name: common.checkOut, url: './dashboard?check-out', icons: [ICON] },
    ],
  };
}

/** The manifests of all languages by path, for the build to write. */
export const webManifests: ReadonlyMap<string, string> = new Map(
  LANGUAGES.map((language) => [manifestPath(language), JSON.stringify(manifestIn(language))]),
);
