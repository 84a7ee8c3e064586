import ChevronRight from 'lucide-react/icons/chevron-right';
import type { HouseholdView } from '#client/data/port.ts';
import { toneOf } from '#client/people/child-tones.ts';
import { Initials } from '#client/people/initials.tsx';
import { PersonName } from '#client/people/person-name.tsx';
import type { ReturnTo } from '#client/session/return-to.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button, LinkButton } from '#client/ui/buttons/button.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import type { Id } from '#domain/ids.ts';
import styles from './check-in.module.css';

interface ChildStepProps {
  view: HouseholdView;
  onChoose: (child: Id) => void;
  onRetry: () => Promise<void>;
}

/** Step 1: choose a child. */
export function ChildStep({ view, onChoose, onRetry }: ChildStepProps) {
  if (view.state === 'loading') return <Skeleton rows={2} />;
  if (view.state === 'failed') return <LoadFailed onRetry={onRetry} />;
  if (view.children.length === 0) return <NoChildren />;
  return <Children view={view} onChoose={onChoose} />;
}

function Children({ view, onChoose }: Omit<ChildStepProps, 'onRetry'>) {
  const { t, texts, format } = useTranslation();
  return (
    <div className="stack gap-4">
      <h3>{texts.modal.chooseChild}</h3>
      <ul className={`${styles.list} stack raised surface`}>
        {view.children.map(({ id, name, birthDate }) => (
          <li key={id}>
            <button
              type="button"
              data-moves
              className={`${styles.row} row gap-3`}
              onClick={() => onChoose(id)}
            >
              <Initials name={name} tone={toneOf(view.children, id)} />
              <span className={`${styles.words} stack`}>
                <span className="strong">
                  <PersonName>{name}</PersonName>
                  <span> </span>
                </span>
                <span className="muted small wrap">
                  {t(($) => $.common.bornOn, { date: format.birthDate(birthDate) })}
                </span>
              </span>
              <ChevronRight size={22} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function NoChildren() {
  const { texts } = useTranslation();
  return (
    <EmptyState
      heading="h3"
      title={texts.modal.noChildrenTitle}
      text={texts.modal.noChildrenText}
      action={
        <LinkButton
          to="/dashboard"
          state={{ firstRun: 'child' } satisfies ReturnTo}
          label={texts.people.addChild}
        />
      }
    />
  );
}

function LoadFailed({ onRetry }: { onRetry: () => Promise<void> }) {
  const { texts } = useTranslation();
  const retry = (
    <Button variant="secondary" label={texts.common.retry} onClick={() => onRetry().catch(console.error)} />
  );
  return (
    <ErrorBox action={retry}>
      <strong>{texts.common.error}</strong>
      <p>{texts.modal.loadFailed}</p>
    </ErrorBox>
  );
}
