import Check from 'lucide-react/icons/check';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import type { ChildView } from '#client/data/port.ts';
import { PersonName } from '#client/people/person-name.tsx';
import { SyncMark } from '#client/people/sync-mark.tsx';
import { useFormat } from '#client/translations/use-language.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { IconButton } from '#client/ui/buttons/icon-button.tsx';
import { List } from '#client/ui/list.tsx';
import type { Id } from '#domain/ids.ts';
import styles from './children.module.css';
import { useVisitorCounts } from './use-visitor-counts.ts';

interface Props {
  list: readonly ChildView[];
  /** The id of the selected child. */
  chosen: Id | undefined;
  onChoose(child: Id): void;
  onEdit(child: ChildView): void;
  onRemove(child: ChildView): void;
}

/** The parent's children, to select, edit and remove. */
export function ChildList({ list, chosen, ...actions }: Props) {
  return (
    <List className={styles.list}>
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
}: Omit<Props, 'list' | 'chosen'> & { child: ChildView; isChosen: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const counts = useVisitorCounts(child);
  const { name } = child;
  return (
    <li className={styles.row} data-chosen={isChosen || undefined}>
      <button
        type="button"
        className={styles.choose}
        aria-current={isChosen || undefined}
        onClick={() => onChoose(child.id)}
      >
        <span className={styles.name}>
          <PersonName>{name}</PersonName>
          {isChosen && <Check size={20} className={styles.check} aria-hidden="true" />}
        </span>
        <span className={styles.meta}>
          {`${t(($) => $.common.bornOn, { date: format.birthDate(child.birthDate) })}\u00a0· ${counts}`}
        </span>
        <SyncMark row={child.row} />
      </button>
      <IconButton
        aria-label={t(($) => $.people.editNamed, { name })}
        icon={<Pencil size={20} aria-hidden="true" />}
        onClick={() => onEdit(child)}
      />
      <IconButton
        aria-label={t(($) => $.people.removeNamed, { name })}
        icon={<Trash2 size={20} aria-hidden="true" />}
        onClick={() => onRemove(child)}
      />
    </li>
  );
}
