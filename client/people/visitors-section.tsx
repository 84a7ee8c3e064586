import Plus from 'lucide-react/icons/plus';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunResult, VisitorView } from '#client/data/port.ts';
import { Button } from '#client/ui/buttons/button.tsx';
import { ShowMore } from '#client/ui/buttons/show-more.tsx';
import { Card } from '#client/ui/card.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import { usePortion } from '#client/ui/hooks/use-portion.ts';
import { lazyComponent } from '#client/ui/lazy-component.tsx';
import { SectionHeading } from '#client/ui/section-heading.tsx';
import { PersonList } from './person-row.tsx';

const RemoveDialog = lazyComponent(() =>
  import('./remove-dialog.tsx').then(({ RemoveDialog: Dialog }) => Dialog),
);

/** How many rows are shown at first. */
const PORTION = 15;

export interface RowActions {
  onEdit(visitor: VisitorView): void;
  onRemove(visitor: VisitorView): void;
}

interface Props {
  visitors: readonly VisitorView[];
  title: string;
  addLabel: string;
  /** What is said when one was added. */
  added: string;
  empty: { icon: ReactNode; title: string; text: string };
  row(visitor: VisitorView, actions: RowActions): ReactNode;
  /** The dialog that adds one, or changes the one given. */
  form(visitor: VisitorView | undefined, ends: { onSaved(): void; onClose(): void }): ReactNode;
  /** Runs the command; undefined where nobody is signed in any more. */
  remove(visitor: VisitorView): Promise<RunResult> | undefined;
}

type Doing = 'add' | { edit: VisitorView } | { remove: VisitorView } | undefined;

/** The friends or the guests of one child: the list, adding, changing and removing. */
export function VisitorsSection({ visitors, title, addLabel, empty, row, ...doings }: Props) {
  const { t } = useTranslation();
  const [doing, setDoing] = useState<Doing>();
  const heading = useId();
  const { shown, isAll, showMore } = usePortion(visitors, PORTION);
  // Always the same, so that a row draws anew only when its own person changed.
  const [actions] = useState<RowActions>(() => ({
    onEdit: (edit) => setDoing({ edit }),
    onRemove: (remove) => setDoing({ remove }),
  }));
  const add = (
    <Button variant="secondary" icon={<Plus size={20} aria-hidden="true" />} onClick={() => setDoing('add')}>
      {addLabel}
    </Button>
  );
  const close = () => {
    setDoing(undefined);
    keepFocus(heading);
  };
  return (
    <Card as="section" aria-labelledby={heading}>
      <SectionHeading id={heading} action={visitors.length > 0 && add}>
        {title}
      </SectionHeading>
      {visitors.length === 0 ? (
        <EmptyState {...empty} heading="h3" action={add} />
      ) : (
        <PersonList>{shown.map((visitor) => row(visitor, actions))}</PersonList>
      )}
      {!isAll && <ShowMore onClick={showMore}>{t(($) => $.people.showMore)}</ShowMore>}
      {doing && <Doings doing={doing} close={close} {...doings} />}
    </Card>
  );
}

interface DoingsProps extends Pick<Props, 'added' | 'form' | 'remove'> {
  doing: NonNullable<Doing>;
  close(): void;
}

/** The dialog of what is being done; it closes before its outcome is announced. */
function Doings({ doing, added, form, remove, close }: DoingsProps) {
  const { t } = useTranslation();
  const toast = useToast();
  const succeed = () => {
    close();
    toast({ text: doing === 'add' ? added : t(($) => $.common.success) });
  };
  if (doing === 'add' || 'edit' in doing) {
    return form(doing === 'add' ? undefined : doing.edit, { onSaved: succeed, onClose: close });
  }
  const { name, status } = doing.remove;
  const gone = t(($) => $.people.removeVisitor, { name });
  const ends = status === 'in' ? `${t(($) => $.people.removeHere, { name })} ` : '';
  return (
    <RemoveDialog
      name={name}
      consequence={ends + gone}
      remove={() => remove(doing.remove)}
      onRemoved={succeed}
      onClose={close}
    />
  );
}
