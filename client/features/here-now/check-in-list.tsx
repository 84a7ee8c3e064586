import { memo, useId } from 'react';
import type { ChildView } from '#client/data/port.ts';
import { NewFriendButton } from '#client/people/new-friend-button.tsx';
import { PersonName } from '#client/people/person-name.tsx';
import { PersonList } from '#client/people/person-row.tsx';
import type { VisitorActions } from '#client/session/use-visitor-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { ShowMore } from '#client/ui/buttons/show-more.tsx';
import { Card } from '#client/ui/card.tsx';
import { useShowMore } from '#client/ui/hooks/use-show-more.ts';
import { SectionHeading } from '#client/ui/section-heading.tsx';
import type { Id } from '#domain/ids.ts';
import { AwayRow } from './away-row.tsx';
import styles from './here-now.module.css';
import { absentVisitors } from './presence.ts';

interface Handlers {
  actions: VisitorActions;
  /** Opens the sheet that adds a friend of the child. A stable function. */
  onNewFriend(child: Id): void;
}

interface Props extends Handlers {
  list: readonly ChildView[];
}

/** The friends and guests who are out, by child; one tap checks each in. */
export const CheckInList = memo(function CheckInList({ list, ...handlers }: Props) {
  const { t } = useTranslation();
  const heading = useId();
  const { shown, isAll, showMore } = useShowMore(list, 10);
  return (
    <section aria-labelledby={heading}>
      <SectionHeading id={heading}>{t(($) => $.hereNow.checkInHeading)}</SectionHeading>
      <div className={styles.groups}>
        {shown.map((child) => (
          <OfChild key={child.id} child={child} {...handlers} />
        ))}
      </div>
      {!isAll && <ShowMore onClick={showMore}>{t(($) => $.people.showMore)}</ShowMore>}
    </section>
  );
});

const OfChild = memo(function OfChild({ child, actions, onNewFriend }: Handlers & { child: ChildView }) {
  const { t } = useTranslation();
  const heading = useId();
  const away = absentVisitors(child);
  const { shown, isAll, showMore } = useShowMore(away, 5);
  const hasNobody = child.friends.length + child.guests.length === 0;
  return (
    <Card as="section" aria-labelledby={heading}>
      <h3 id={heading} tabIndex={-1} className={styles.childName}>
        <PersonName>{child.name}</PersonName>
        <span className="visually-hidden"> – {t(($) => $.people.ofChild)}</span>
      </h3>
      {hasNobody && <p className={styles.muted}>{t(($) => $.hereNow.nobodyYet)}</p>}
      {!hasNobody && away.length === 0 && <p className={styles.muted}>{t(($) => $.hereNow.everybodyHere)}</p>}
      {away.length > 0 && (
        <PersonList>
          {shown.map((visitor) => (
            <AwayRow key={visitor.ref.visitor} visitor={visitor} actions={actions} heading={heading} />
          ))}
        </PersonList>
      )}
      {!isAll && (
        <ShowMore onClick={showMore}>
          {t(($) => $.people.showMore)} ({away.length - shown.length})
        </ShowMore>
      )}
      <NewFriendButton childName={child.name} onClick={() => onNewFriend(child.id)} />
    </Card>
  );
});
