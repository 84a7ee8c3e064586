import { PersonName } from '#client/people/person-name.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';

/** "hos Ella": the child visited. */
export function Host({ name }: { name: string }) {
  const { t } = useTranslation();
  return (
    <>
      {t(($) => $.hereNow.with)} <PersonName>{name}</PersonName>
    </>
  );
}
