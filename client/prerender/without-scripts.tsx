import { Fragment } from 'react';
import { NOT_LOADED } from '#client/app/not-loaded-element.ts';
import { READ_IN } from '#client/translations/languages.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { otherLanguages } from '#domain/language.ts';
import type { AppDocumentPage } from '#domain/pages/rendering.ts';

/** Shown once the app has had time to start; it removes this. */
export function NotLoaded() {
  const { t } = useTranslation('pages');
  return (
    <p id={NOT_LOADED} className={NOT_LOADED}>
      <span>{`${t(($) => $.notLoaded.text)} `}</span>
      {/* biome-ignore lint/a11y/useValidAnchor: loads this page again, without a script. */}
      <a href="">{t(($) => $.notLoaded.retry)}</a>
    </p>
  );
}

/** The notice for browsers without scripts, where a page can still be read and its links followed. */
export function WithoutScripts({ page }: { page: AppDocumentPage | 'app-shell' }) {
  const { t } = useTranslation('pages');
  const others = otherLanguages(useTranslation().language);
  const isAppShell = page === 'app-shell';
  return (
    <noscript>
      <p>
        <span>{t(($) => (isAppShell ? $.withoutScripts.appShell : $.withoutScripts.page))}</span>
        {!isAppShell &&
          others.map((other) => (
            <Fragment key={other}>
              <span> </span>
              <a href={`${page === '*' ? '/' : page}?lng=${other}`} hrefLang={other} lang={other}>
                {READ_IN[other]}
              </a>
            </Fragment>
          ))}
      </p>
    </noscript>
  );
}
