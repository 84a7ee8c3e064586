import Eye from 'lucide-react/icons/eye';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { isAsking, nameOf, useFollowersPoller } from '#client/session/use-followers.ts';
import { useHousehold } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { useFrozenValue } from '#client/ui/hooks/use-frozen.ts';
import { lazyDialog } from '#client/ui/lazy/lazy-component.tsx';
import { Banner } from './banner.tsx';
import styles from './banners.module.css';

const FollowerQuestions = lazyDialog(
  () => import('#client/features/followers/followers-of.tsx'),
  'FollowerQuestions',
);

export function FollowRequests() {
  const { t, texts } = useTranslation();
  const household = useHousehold();
  const poller = useFollowersPoller();
  const all = useSyncExternalStore(poller.subscribe, poller.all);
  const questions = useMemo(() => all.filter(isAsking), [all]);
  const [isOpen, setOpen] = useState(false);
  const [first] = questions;
  const isShown = useFrozenValue(first !== undefined, { isQuestion: true });
  const values = { count: questions.length, name: first ? nameOf(household, first) : '' };
  return (
    <>
      {isShown && first && (
        <div className={`${styles.banners} page`}>
          <Banner title={t(($) => $.common.banner.followTitle, values)} text={texts.common.banner.askedText}>
            <Button
              variant="secondary"
              icon={Eye}
              aria-haspopup="dialog"
              label={texts.common.banner.askedOpen}
              onClick={() => setOpen(true)}
            />
          </Banner>
        </div>
      )}
      {isOpen && <FollowerQuestions questions={questions} onClose={() => setOpen(false)} />}
    </>
  );
}
