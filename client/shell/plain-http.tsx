import { useTranslation } from '#client/translations/use-translation.tsx';
import { Banner } from './banner.tsx';
import styles from './banners.module.css';

/** A file of its own because it is loaded only on an address without https. */
export function PlainHttp() {
  const { t } = useTranslation(['rare']);
  return (
    <div className={`${styles.banners} page stack gap-3`}>
      <Banner title={t(($) => $.plainHttp.title)} text={t(($) => $.plainHttp.text)} />
    </div>
  );
}
