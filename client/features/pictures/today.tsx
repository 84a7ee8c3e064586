import { memo, useId } from 'react';
import type { ChildView, VisitView } from '#client/data/port.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Card } from '#client/ui/card.tsx';
import { useNow } from '#client/ui/hooks/use-now.ts';
import { Link } from '#client/ui/link.tsx';
import { dayOf } from '#client/ui/local-day.ts';
import { SectionHeading } from '#client/ui/section-heading.tsx';
import { DayPicture } from './day-picture.tsx';
import styles from './picture.module.css';

interface Props {
  list: readonly ChildView[];
  history: readonly VisitView[];
}

/** The picture of today, with a link to the history. */
export const Today = memo(function Today({ list, history }: Props) {
  const { texts } = useTranslation();
  const heading = useId();
  const now = useNow();
  return (
    <Card as="section" aria-labelledby={heading}>
      <SectionHeading
        id={heading}
        action={
          <Link to="/history" className={`${styles.link} target`}>
            {texts.hereNow.toHistory}
          </Link>
        }
      >
        {texts.hereNow.today}
      </SectionHeading>
      <DayPicture list={list} history={history} day={dayOf(now)} now={now} empty={texts.hereNow.todayEmpty} />
    </Card>
  );
});
