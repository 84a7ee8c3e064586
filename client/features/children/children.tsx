import Check from 'lucide-react/icons/check';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import UsersRound from 'lucide-react/icons/users-round';
import { useId, useState } from 'react';
import type { ChildView } from '#client/data/port.ts';
import type { PersonPurpose } from '#client/people/person-dialog.tsx';
import { PersonName } from '#client/people/person-name.tsx';
import { SyncMark } from '#client/people/sync-mark.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { IconButton } from '#client/ui/buttons/icon-button.tsx';
import { Card } from '#client/ui/card.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import { lazyDialog } from '#client/ui/lazy/lazy-component.tsx';
import { List } from '#client/ui/list.tsx';
import { SectionHeading } from '#client/ui/section-heading.tsx';
import type { Id } from '#domain/ids.ts';
import styles from './children.module.css';
import { useVisitorCounts } from './use-visitor-counts.ts';

const PersonDialog = lazyDialog(() => import('#client/people/person-dialog.tsx'), 'PersonDialog');

interface Props {
  list: readonly ChildView[];
  chosen: Id | undefined;
  onChoose(child: Id): void;
}

/** Child management: the list, adding, editing and removing. */
export function Children({ list, chosen, onChoose }: Props) {
  const { texts } = useTranslation();
  const [purpose, setPurpose] = useState<PersonPurpose>();
  const heading = useId();
  const close = () => {
    setPurpose(undefined);
    keepFocus(heading);
  };
  const add = <Button icon={Plus} label={texts.people.addChild} onClick={() => setPurpose('add')} />;
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
        <ChildList
          list={list}
          chosen={chosen}
          onChoose={onChoose}
          onEdit={(child) => setPurpose({ edit: child })}
          onRemove={(child) => setPurpose({ remove: child })}
        />
      )}
      {purpose && <PersonDialog kind="child" purpose={purpose} onAdded={onChoose} onClose={close} />}
    </Card>
  );
}

interface ChildListProps {
  list: readonly ChildView[];
  /** The id of the selected child. */
  chosen: Id | undefined;
  onChoose(child: Id): void;
  onEdit(child: ChildView): void;
  onRemove(child: ChildView): void;
}

/** The parent's children, to select, edit and remove. */
function ChildList({ list, chosen, ...actions }: ChildListProps) {
  return (
    <List className="stack gap-2">
      {list.map((child) => (
        <ChildRow key={child.id} child={child} isChosen={child.id === chosen} {...actions} />
      ))}
    </List>
  );
}

function ChildRow({
  child,
  isChosen,
  onChoose,
  onEdit,
  onRemove,
}: Omit<ChildListProps, 'list' | 'chosen'> & { child: ChildView; isChosen: boolean }) {
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
          {`${t(($) => $.common.bornOn, { date: format.birthDate(child.birthDate) })}\u00a0· ${counts}`}
        </span>
        <SyncMark row={child.row} />
      </button>
      <IconButton
        label={t(($) => $.people.editNamed, { name })}
        icon={Pencil}
        onClick={() => onEdit(child)}
      />
      <IconButton
        label={t(($) => $.people.removeNamed, { name })}
        icon={Trash2}
        onClick={() => onRemove(child)}
      />
    </li>
  );
}
