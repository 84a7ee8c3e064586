import header from '#client/shell/header.module.css';
import { sv } from '#client/translations/sv.ts';
import { Logo } from '#client/ui/logo.tsx';

/** The empty page that the app fills: the brand, placed as in the header, so that the layout does not shift. */
export function AppShell() {
  return (
    <div className={header.header}>
      <div className={header.inner}>
        <span className={header.brand}>
          <Logo />
          {sv.common.brand}
        </span>
      </div>
    </div>
  );
}
