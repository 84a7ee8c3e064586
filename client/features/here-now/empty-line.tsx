import type { HouseholdView } from '#client/data/port.ts';
import { useViewPart } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { classes } from '#client/ui/classes.ts';
import styles from './here-now.module.css';

interface Props {
  /** The reason why the list is empty. */
  children: string;
  /** True as long as the reason holds. */
  holds(view: HouseholdView): boolean;
  className: string | undefined;
}

/** Says why a list is empty. If that is no longer so, while the list holds still, it says that the list follows, in the same height. */
export function EmptyLine({ children, holds, className }: Props) {
  const { t } = useTranslation();
  const isTrue = useViewPart(holds) ?? true;
  return (
    <p className={classes(styles.empty, className)} data-past={!isTrue || undefined}>
      <span>{children}</span>
      {!isTrue && <span>{t(($) => $.hereNow.soon)}</span>}
    </p>
  );
}
