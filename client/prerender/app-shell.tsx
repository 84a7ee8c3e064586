import header from '#client/shell/header.module.css';
import { ALL_TEXTS } from '#client/translations/all-texts.ts';
import { Logo } from '#client/ui/logo.tsx';
import { DEFAULT_LANGUAGE } from '#domain/language.ts';

/** The empty page that the app fills: the brand, placed as in the header, so that the layout does not shift. */
export function AppShell() {
  return (
    <div className={header.header}>
      <div className={header.inner}>
        <span className={header.brand}>
          <Logo />
          {ALL_TEXTS[DEFAULT_LANGUAGE].app.common.brand}
        </span>
      </div>
    </div>
  );
}
