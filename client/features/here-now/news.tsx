import { useTranslation } from '#client/translations/use-translation.tsx';
import styles from './here-now.module.css';

interface Props {
  /** The number of those who came by somebody else's tap and are not in the list yet. */
  count: number;
  onShow(): void;
}

/** "1 ny": shows at once who came while the list holds still. It lies beside the count and moves nothing. */
export function News({ count, onShow }: Props) {
  const { t } = useTranslation();
  if (count === 0) return null;
  return (
    <button type="button" data-row="" className={styles.news} onClick={onShow}>
      {t(($) => $.hereNow.news, { count })}
      <span className="visually-hidden"> – {t(($) => $.hereNow.showNews)}</span>
    </button>
  );
}
