import { PersonName } from '#client/people/person-name.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import styles from './rows.module.css';

/** "hos Ella": the child visited. */
export function Host({ name }: { name: string }) {
  const { t } = useTranslation();
  return (
    <span className={styles.host}>
      {t(($) => $.hereNow.with)} <PersonName>{name}</PersonName>
    </span>
  );
}
