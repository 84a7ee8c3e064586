import { memo, useId } from 'react';
import type { ChildView, HouseholdView, VisitorView } from '#client/data/port.ts';
import { toneOf } from '#client/people/child-tones.ts';
import { CompactList } from '#client/people/compact-row.tsx';
import { NewFriendButton } from '#client/people/new-friend-button.tsx';
import { PersonName } from '#client/people/person-name.tsx';
import { useViewPart } from '#client/session/use-household.ts';
import type { VisitorActions } from '#client/session/use-visitor-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { ShowMore, useShowMore } from '#client/ui/buttons/show-more.tsx';
import { classes } from '#client/ui/classes.ts';
import { SectionHeading } from '#client/ui/section-heading.tsx';
import type { Id } from '#domain/ids.ts';
import { ArrivalRow } from './arrival-row.tsx';
import styles from './here-now.module.css';
import { absentVisitors, sinceEmpty, type VisitorOfChild } from './presence.ts';

/** The number of rows of each child shown at first. */
const PORTION = 5;
/** The largest number of rows of each child that a search shows. */
const MOST_FOUND = 50;

interface Props {
  list: readonly ChildView[];
  actions: VisitorActions;
  /** The visitors to show, without limit; left out, the usual ones first. */
  matches?: ((visitor: VisitorOfChild) => boolean) | undefined;
  onOpen(visitor: VisitorView): void;
  /** Opens the sheet that adds a friend of the child. A stable function. */
  onNewFriend(child: Id): void;
}

/** The friends and guests who are out, by child; one tap checks each in. */
export const CheckInList = memo(function CheckInList({ list, ...rest }: Props) {
  const { texts } = useTranslation();
  const heading = useId();
  const { shown, isAll, showMore } = useShowMore(list, 10);
  return (
    <section aria-labelledby={heading}>
      <SectionHeading id={heading}>{texts.common.checkIn}</SectionHeading>
      <div className={`${styles.groups} stack`}>
        {shown.map((child) => (
          <OfChild key={child.id} list={list} child={child} {...rest} />
        ))}
      </div>
      {!isAll && <ShowMore label={texts.people.showMore} onClick={showMore} />}
    </section>
  );
});

function OfChild({ list, child, actions, matches, onOpen, onNewFriend }: Props & { child: ChildView }) {
  const { texts } = useTranslation();
  const heading = useId();
  const all = absentVisitors(child);
  const away = matches ? all.filter((visitor) => matches({ child, visitor })) : all;
  const portion = useShowMore(away, PORTION);
  const shown = matches ? away.slice(0, MOST_FOUND) : portion.shown;
  const hasNobody = child.friends.length + child.guests.length === 0;
  if (matches && away.length === 0) return null;
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} tabIndex={-1} className={`${styles.childName} wrap`}>
        <PersonName>{child.name}</PersonName>
        <span className="visually-hidden">{` – ${texts.people.ofChild}`}</span>
      </h3>
      {all.length === 0 && (
        <EmptyLine className="muted wrap" lacks={({ children }) => sinceEmpty(child, children)}>
          {hasNobody ? texts.hereNow.nobodyYet : texts.hereNow.everybodyHere}
        </EmptyLine>
      )}
      {away.length > 0 && (
        <CompactList>
          {shown.map((visitor) => (
            <ArrivalRow
              key={visitor.ref.visitor}
              visitor={visitor}
              tone={toneOf(list, child.id)}
              actions={actions}
              onOpen={onOpen}
            />
          ))}
        </CompactList>
      )}
      {!matches && !portion.isAll && (
        <ShowMore
          label={`${texts.people.showMore} (${away.length - shown.length})`}
          onClick={portion.showMore}
        />
      )}
      {!matches && <NewFriendButton childName={child.name} onClick={() => onNewFriend(child.id)} />}
    </section>
  );
}

interface EmptyLineProps {
  /** The reason why the list is empty. */
  children: string;
  /** Lists those whom the list does not show yet, because it holds still. */
  lacks(view: HouseholdView): readonly VisitorView[];
  className: string | undefined;
}

/** Says why a list is empty, or who came since, in the same height. */
export function EmptyLine({ children, lacks, className }: EmptyLineProps) {
  const names = useViewPart((view) =>
    lacks(view)
      .map(({ name }) => name)
      .join(', '),
  );
  return (
    <p className={classes(styles.empty, 'stack', className)} data-past={names ? true : undefined}>
      <span>{children}</span>
      {names && (
        <span>
          <PersonName>{names}</PersonName>
        </span>
      )}
    </p>
  );
}
