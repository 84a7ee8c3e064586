import { memo } from 'react';
import type { ChildView } from '#client/data/port.ts';
import { useViewPart } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { ShowMore } from '#client/ui/buttons/show-more.tsx';
import { useShowMore } from '#client/ui/hooks/use-show-more.ts';
import { SectionHeading } from '#client/ui/section-heading.tsx';
import { HEADING, type HereActions, HereCard } from './here-card.tsx';
import styles from './here-now.module.css';
import { countHere, presentVisitors } from './presence.ts';

/** The here-now board: the visitors who are here, since when, and one tap to check each out. */
export function HereNow({ list, ...rows }: { list: readonly ChildView[] } & HereActions) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby={HEADING}>
      <SectionHeading id={HEADING} action={<Count />}>
        {t(($) => $.hereNow.heading)}
      </SectionHeading>
      <Cards list={list} {...rows} />
    </section>
  );
}

/** Updates at once after a tap; the lists follow a moment later. */
function Count() {
  const { t } = useTranslation();
  const count = useViewPart((view) => countHere(view.children)) ?? 0;
  return (
    <p role="status" className={styles.count} data-some={count > 0 || undefined}>
      {t(($) => $.people.hereCount, { count })}
    </p>
  );
}

const Cards = memo(function Cards({ list, ...rows }: { list: readonly ChildView[] } & HereActions) {
  const { t } = useTranslation();
  const present = presentVisitors(list);
  const { shown, isAll, showMore } = useShowMore(present, 24);
  if (present.length === 0)
    return (
      <div className={styles.nobody}>
        <p className={styles.nobodyTitle}>{t(($) => $.hereNow.nobody)}</p>
        <p className={styles.muted}>{t(($) => $.hereNow.nobodyHint)}</p>
      </div>
    );
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without bullets. */}
      <ul role="list" className={styles.board}>
        {shown.map((one) => (
          <HereCard key={one.visitor.ref.visitor} {...one} {...rows} />
        ))}
      </ul>
      {!isAll && <ShowMore onClick={showMore}>{t(($) => $.people.showMore)}</ShowMore>}
    </>
  );
});
