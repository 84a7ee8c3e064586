import Plus from 'lucide-react/icons/plus';
import { useNavigate } from 'react-router';
import type { HouseholdView } from '#client/data/port.ts';
import { useFollowedRows } from '#client/features/following/followed-rows.ts';
import { WatchFollowed, WithOthers } from '#client/features/following/lazy-following.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';

export function NoChildren({ view }: { view: HouseholdView }) {
  const { texts } = useTranslation();
  const navigate = useNavigate();
  const begin = () => void navigate('/dashboard', { state: { firstRun: 'child' } });
  const rows = useFollowedRows(view.followed);
  return (
    <>
      <section aria-labelledby="my-children" className="stack gap-5">
        <h2 id="my-children">{texts.people.myChildren}</h2>
        <EmptyState
          lit={1}
          heading="h3"
          title={texts.people.noChildren.title}
          text={texts.people.noChildren.text}
          action={<Button icon={Plus} label={texts.people.addChild} onClick={begin} />}
        />
      </section>
      {rows && <WithOthers rows={rows} focusAfter="main" />}
      <WatchFollowed />
    </>
  );
}
