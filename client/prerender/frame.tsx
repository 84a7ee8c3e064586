import header from '#client/shell/header.module.css';
import { sv } from '#client/translations/sv.ts';
import { Logo } from '#client/ui/logo.tsx';

/** What stands before the app does: the brand where the header will have it, so that nothing moves. */
export function Frame() {
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
