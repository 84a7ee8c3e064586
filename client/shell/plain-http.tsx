import { useTranslation } from '#client/translations/use-translation.tsx';
import styles from './banners.module.css';

/** A file of its own because it is loaded only on an address without https. */
export function PlainHttp() {
  const { t } = useTranslation(['rare']);
  return (
    <div className={`${styles.banners} page stack gap-3`}>
      <div className={`${styles.banner} box row between gap-3 notice`} role="status">
        <div>
          <strong>{t(($) => $.plainHttp.title)}</strong>
          <p>{t(($) => $.plainHttp.text)}</p>
        </div>
      </div>
    </div>
  );
}
