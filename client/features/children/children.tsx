import Check from 'lucide-react/icons/check';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import UsersRound from 'lucide-react/icons/users-round';
import { useId, useState } from 'react';
import type { ChildView } from '#client/data/port.ts';
import { PersonName } from '#client/people/person-name.tsx';
import { SyncMark } from '#client/people/sync-mark.tsx';
import { useAnswered } from '#client/session/use-answered.ts';
import type { Translate } from '#client/translations/translations.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { IconButton } from '#client/ui/buttons/icon-button.tsx';
import { Card } from '#client/ui/card.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import { lazyDialog } from '#client/ui/lazy/lazy-component.tsx';
import { List } from '#client/ui/list.tsx';
import { SectionHeading } from '#client/ui/section-heading.tsx';
import type { Id } from '#domain/ids.ts';
import { LOCALES } from '#domain/language.ts';
import styles from './children.module.css';
import { useVisitorCounts } from './use-visitor-counts.ts';

const ChildDialog = lazyDialog(() => import('./child-dialog.tsx'), 'ChildDialog');

const RemoveDialog = lazyDialog(() => import('#client/people/remove-dialog.tsx'), 'RemoveDialog');

interface Props {
  list: readonly ChildView[];
  chosen: Id | undefined;
  onChoose(child: Id): void;
}

type DialogPurpose = 'add' | { edit: ChildView } | { remove: ChildView } | undefined;

/** Child management: the list, adding, editing and removing. */
export function Children({ list, chosen, onChoose }: Props) {
  const { t } = useTranslation();
  const [purpose, setPurpose] = useState<DialogPurpose>();
  const heading = useId();
  const close = () => {
    setPurpose(undefined);
    keepFocus(heading);
  };
  const add = (
    <Button icon={<Plus size={20} />} onClick={() => setPurpose('add')}>
      {t(($) => $.people.addChild)}
    </Button>
  );
  return (
    <Card as="section" aria-labelledby={heading}>
      <SectionHeading id={heading} action={list.length > 0 && add}>
        {t(($) => $.people.children)}
      </SectionHeading>
      {list.length === 0 ? (
        <EmptyState
          icon={<UsersRound size={32} />}
          heading="h3"
          title={t(($) => $.people.noChildren.title)}
          text={t(($) => $.people.noChildren.text)}
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
      <OpenDialog list={list} purpose={purpose} onAdded={onChoose} close={close} />
    </Card>
  );
}

/** The dialog that adds, edits or removes a child; it closes before a toast reports its success. */
function OpenDialog({
  list,
  purpose,
  onAdded,
  close,
}: {
  list: readonly ChildView[];
  purpose: DialogPurpose;
  onAdded: (child: Id) => void;
  close: () => void;
}) {
  const { t } = useTranslation();
  const toast = useToast();
  const succeed = () => {
    close();
    toast({ text: t(($) => $.common.success) });
  };
  if (purpose === undefined) return null;
  if (purpose !== 'add' && 'remove' in purpose) {
    // Somebody may be checked in while the question is open. A child that is gone is asked about as it was.
    const child = list.find(({ id }) => id === purpose.remove.id) ?? purpose.remove;
    return <RemoveChild child={child} onRemoved={succeed} onClose={close} />;
  }
  const onSaved = (child: Id) => {
    if (purpose === 'add') onAdded(child);
    succeed();
  };
  return (
    <ChildDialog child={purpose === 'add' ? undefined : purpose.edit} onSaved={onSaved} onClose={close} />
  );
}

interface RemoveChildProps {
  child: ChildView;
  onRemoved(): void;
  onClose(): void;
}

function RemoveChild({ child: { id, name, friends, guests }, onRemoved, onClose }: RemoveChildProps) {
  const { language } = useTranslation();
  const answered = useAnswered();
  const here = [...friends, ...guests].filter(({ status }) => status === 'in').map((one) => one.name);
  const names = new Intl.ListFormat(LOCALES[language]).format(here);
  const consequence = (words: Translate) => {
    const visits = words(($) => $.removal.removeChildHere, { names, count: here.length });
    return `${here.length > 0 ? `${visits} ` : ''}${words(($) => $.removal.removeChild, { name })}`;
  };
  return (
    <RemoveDialog
      name={name}
      consequence={consequence}
      remove={() => answered((household) => household.run('deleteChild', { child: id }))}
      onRemoved={onRemoved}
      onClose={onClose}
    />
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
        aria-label={t(($) => $.people.editNamed, { name })}
        icon={<Pencil size={20} />}
        onClick={() => onEdit(child)}
      />
      <IconButton
        aria-label={t(($) => $.people.removeNamed, { name })}
        icon={<Trash2 size={20} />}
        onClick={() => onRemove(child)}
      />
    </li>
  );
}
