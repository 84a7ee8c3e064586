import Search from 'lucide-react/icons/search';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { classes } from '#client/ui/classes.ts';
import styles from './field.module.css';

interface Props {
  value: string;
  onChange(typed: string): void;
}

/** A field that searches a list by name; the icon says what it is, so its label is for screen readers. */
export function SearchField({ value, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <search className={styles.withIcon}>
      <Search size={20} aria-hidden="true" />
      <input
        type="search"
        name="search"
        className={classes(styles.control, styles.search)}
        aria-label={t(($) => $.people.search)}
        placeholder={t(($) => $.people.search)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </search>
  );
}
