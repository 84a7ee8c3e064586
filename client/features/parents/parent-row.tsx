import { present } from '#client/lib/present.ts';
import { PersonRow } from '#client/people/person-row.tsx';
import { formatDate } from '#client/translations/format.ts';
import { useLanguage } from '#client/translations/use-language.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import type { CallReply } from '#domain/protocol/calls.ts';
import { isoTime } from '#domain/time.ts';
import styles from './parents.module.css';

type Parent = CallReply<'parents'>['parents'][number];

interface Props {
  /** Without the time of joining until the server has told it. */
  parent: Pick<Parent, 'firstName' | 'lastName' | 'email' | 'isYou'> & Partial<Pick<Parent, 'since'>>;
  /** The name that tells the button from those beside other parents. */
  called?: string;
  onRemove?(): void;
}

/** A parent of the household: name, address, since when, and a button that removes another than oneself. */
export function ParentRow({ parent, called = '', onRemove }: Props) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const { firstName, lastName, email, since, isYou } = parent;
  const action = !isYou && (
    <Button
      variant="quiet"
      aria-label={t(($) => $.parents.remove.named, { name: called })}
      onClick={onRemove}
    >
      {t(($) => $.parents.remove.open)}
    </Button>
  );
  return (
    <PersonRow name={`${firstName} ${lastName}`} actions={action}>
      {isYou && <span className={styles.you}>{t(($) => $.parents.you)}</span>}
      <span className={styles.email}>{email}</span>
      {/* Some date keeps the place until it is known. */}
      <span className={since === undefined ? styles.unknown : undefined}>
        {t(($) => $.parents.since, { date: formatDate(language, since ?? isoTime(present())) })}
      </span>
    </PersonRow>
  );
}
