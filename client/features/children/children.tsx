import Check from 'lucide-react/icons/check';
import Plus from 'lucide-react/icons/plus';
import { useEffect, useId, useState } from 'react';
import type { ChildView } from '#client/data/port.ts';
import { Dotted } from '#client/lib/dot.tsx';
import type { Content } from '#client/lib/jsx.ts';
import { SyncMark } from '#client/people/marks.tsx';
import { EditButtons } from '#client/people/person-buttons.tsx';
import type { PersonPurpose } from '#client/people/person-dialog.tsx';
import { PersonName } from '#client/people/person-name.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import { lazyDialog } from '#client/ui/lazy/lazy-component.tsx';
import { Card, List, PageTitle, SectionHeading } from '#client/ui/sections.tsx';
import type { Id } from '#domain/ids.ts';
import styles from './children.module.css';
import { ChildLink, useVisitorCounts } from './my-children.tsx';

const PersonDialog = lazyDialog(() => import('#client/people/person-dialog.tsx'), 'PersonDialog');

interface Props {
  list: readonly ChildView[];
  /** Shown beside the list; undefined: rows lead to the child's page. */
  chosen: Id | undefined;
  onChoose(child: Id): void;
  /** Below the list: children of other families. */
  others: Content;
}

export function Children({ list, chosen, onChoose, others }: Props) {
  const { texts } = useTranslation();
  const [purpose, setPurpose] = useState<PersonPurpose>();
  const [added, setAdded] = useState<Id>();
  const heading = useId();
  useEffect(() => {
    // Only now: the open dialog's input would count as unsaved.
    if (added === undefined || purpose) return;
    setAdded(undefined);
    onChoose(added);
  }, [added, purpose, onChoose]);
  const close = () => {
    setPurpose(undefined);
    keepFocus(heading);
  };
  // Without a child it is the main action.
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
          lit={1}
          heading="h3"
          title={texts.people.noChildren.title}
          text={texts.people.noChildren.text}
          action={add}
        />
      ) : (
        <List className="stack gap-2">
          {list.map((child) =>
            chosen === undefined ? (
              <ChildLink key={child.id} child={child} />
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
        <span className={'hover-underlined strong wrap'}>
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
