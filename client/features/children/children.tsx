import Check from 'lucide-react/icons/check';
import Plus from 'lucide-react/icons/plus';
import UsersRound from 'lucide-react/icons/users-round';
import { useEffect, useId, useState } from 'react';
import type { ChildView } from '#client/data/port.ts';
import { Dotted } from '#client/lib/dot.tsx';
import type { Content } from '#client/lib/jsx.ts';
import { toneOf } from '#client/people/child-tones.ts';
import { EditButtons } from '#client/people/person-buttons.tsx';
import type { PersonPurpose } from '#client/people/person-dialog.tsx';
import { PersonName } from '#client/people/person-name.tsx';
import { SyncMark } from '#client/people/sync-mark.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import { lazyDialog } from '#client/ui/lazy/lazy-component.tsx';
import { List } from '#client/ui/list.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { SectionHeading } from '#client/ui/section-heading.tsx';
import type { Id } from '#domain/ids.ts';
import { ChildLink } from './child-link.tsx';
import styles from './children.module.css';
import { useVisitorCounts } from './use-visitor-counts.ts';

const PersonDialog = lazyDialog(() => import('#client/people/person-dialog.tsx'), 'PersonDialog');

interface Props {
  list: readonly ChildView[];
  /** The child whose friends and guests stand beside the list; without it each row leads to the child's page. */
  chosen: Id | undefined;
  onChoose(child: Id): void;
  /** Stands below the list: the way to children of other families. */
  others: Content;
}

/** Child management: the list, adding, editing and removing. */
export function Children({ list, chosen, onChoose, others }: Props) {
  const { texts } = useTranslation();
  const [purpose, setPurpose] = useState<PersonPurpose>();
  const [added, setAdded] = useState<Id>();
  const heading = useId();
  useEffect(() => {
    // Once the dialog and what was typed in it are gone: it would count as unsaved.
    if (added === undefined || purpose) return;
    setAdded(undefined);
    onChoose(added);
  }, [added, purpose, onChoose]);
  const close = () => {
    setPurpose(undefined);
    keepFocus(heading);
  };
  // Without a child it is what to do here.
  const variant = list.length > 0 ? 'secondary' : 'primary';
  const add = (
    <Button variant={variant} icon={Plus} label={texts.people.addChild} onClick={() => setPurpose('add')} />
  );
  return (
    <Card as="section" aria-labelledby={heading}>
      <SectionHeading id={heading} action={list.length > 0 && add}>
        {texts.people.children}
      </SectionHeading>
      {list.length === 0 ? (
        <EmptyState
          icon={<UsersRound size={32} />}
          heading="h3"
          title={texts.people.noChildren.title}
          text={texts.people.noChildren.text}
          action={add}
        />
      ) : (
        <List className="stack gap-2">
          {list.map((child) =>
            chosen === undefined ? (
              <ChildLink key={child.id} child={child} tone={toneOf(list, child.id)} />
            ) : (
              <ChildRow
                key={child.id}
                child={child}
                isChosen={child.id === chosen}
                onChoose={onChoose}
                onAsk={setPurpose}
              />
            ),
          )}
        </List>
      )}
      <div className={styles.others}>{others}</div>
      {purpose && <PersonDialog kind="child" purpose={purpose} onAdded={setAdded} onClose={close} />}
    </Card>
  );
}

/** The heading of a child's page, and the buttons that edit and remove the child. */
export function ChildTitle({ child }: { child: ChildView }) {
  const { t, format } = useTranslation();
  const [purpose, setPurpose] = useState<PersonPurpose>();
  return (
    <div className="row between">
      <div className={`${styles.words} stack`}>
        <PageTitle tab={child.name}>
          <PersonName>{child.name}</PersonName>
        </PageTitle>
        <p className="muted small">
          <span>{`${t(($) => $.common.bornOn, { date: format.birthDate(child.birthDate) })} `}</span>
          <SyncMark row={child.row} />
        </p>
      </div>
      <div className="line gap-1">
        <EditButtons person={child} onAsk={setPurpose} />
      </div>
      {purpose && <PersonDialog kind="child" purpose={purpose} onClose={() => setPurpose(undefined)} />}
    </div>
  );
}

interface ChildRowProps {
  child: ChildView;
  isChosen: boolean;
  onChoose(child: Id): void;
  onAsk(purpose: PersonPurpose): void;
}

function ChildRow({ child, isChosen, onChoose, onAsk }: ChildRowProps) {
  const { t, format } = useTranslation();
  const counts = useVisitorCounts(child);
  const { name } = child;
  return (
    <li className={`${styles.row} row`} data-chosen={isChosen || undefined}>
      <button
        type="button"
        className={`${styles.choose} stack bare`}
        aria-current={isChosen || undefined}
        onClick={() => onChoose(child.id)}
      >
        <span className={`${styles.name} strong wrap`}>
          <PersonName>{name}</PersonName>
          {isChosen && <Check size={20} className={styles.check} />}
        </span>
        <span className="muted small wrap">
          <Dotted
            text={`${t(($) => $.common.bornOn, { date: format.birthDate(child.birthDate) })} · ${counts}`}
          />
        </span>
        <SyncMark row={child.row} />
      </button>
      <EditButtons person={child} onAsk={onAsk} />
    </li>
  );
}
