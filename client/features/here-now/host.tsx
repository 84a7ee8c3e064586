import { PersonName } from '#client/people/person-name.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import styles from './rows.module.css';

/** "hos Ella": the child visited. */
export function Host({ name }: { name: string }) {
  const { t } = useTranslation();
  return (
    <>
      <span className={styles.with}>{t(($) => $.hereNow.with)} </span>
      <PersonName>{name}</PersonName>
    </>
  );
}
