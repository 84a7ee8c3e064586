import { useTranslation } from 'react-i18next';
import type { ChildView } from '#client/data/port.ts';
import { SectionHeading } from '#client/ui/section-heading.tsx';
import { ShowMore } from '#client/ui/show-more.tsx';
import { usePortion } from '#client/ui/use-portion.ts';
import { HEADING, HereCard } from './here-card.tsx';
import styles from './here-now.module.css';
import { hereNow } from './people.ts';
import type { Taps } from './use-taps.ts';

/** The here-now board: who is here, since when, and one tap to send each home. */
export function HereNow({ list, taps }: { list: readonly ChildView[]; taps: Taps }) {
  const { t } = useTranslation();
  const present = hereNow(list);
  const { shown, isAll, showMore } = usePortion(present, 24);
  return (
    <section aria-labelledby={HEADING}>
      <SectionHeading
        id={HEADING}
        action={
          <p role="status" className={styles.count} data-some={present.length > 0 || undefined}>
            {t(($) => $.people.hereCount, { count: present.length })}
          </p>
        }
      >
        {t(($) => $.hereNow.heading)}
      </SectionHeading>
      {present.length === 0 ? (
        <div className={styles.nobody}>
          <p className={styles.nobodyTitle}>{t(($) => $.hereNow.nobody)}</p>
          <p className={styles.muted}>{t(($) => $.hereNow.nobodyHint)}</p>
        </div>
      ) : (
        // biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without bullets.
        <ul role="list" className={styles.board}>
          {shown.map((one) => (
            <HereCard key={one.visitor.ref.visitor} {...one} taps={taps} />
          ))}
        </ul>
      )}
      {!isAll && <ShowMore onClick={showMore}>{t(($) => $.people.showMore)}</ShowMore>}
    </section>
  );
}
