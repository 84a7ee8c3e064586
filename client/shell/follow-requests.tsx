import Eye from 'lucide-react/icons/eye';
import { useState } from 'react';
import { nameOf, useFollowerQuestions } from '#client/features/followers/use-followers.ts';
import { useHousehold } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { useHeld } from '#client/ui/hooks/use-still.ts';
import { lazyDialog } from '#client/ui/lazy/lazy-component.tsx';
import { Banner } from './banner.tsx';
import styles from './banners.module.css';

const FollowerQuestions = lazyDialog(
  () => import('#client/features/followers/follower-questions.tsx'),
  'FollowerQuestions',
);

/** The banner of families that ask to follow a friend or guest, on every page, and their questions. */
export function FollowRequests() {
  const { t } = useTranslation();
  const household = useHousehold();
  const questions = useFollowerQuestions();
  const [isOpen, setOpen] = useState(false);
  const [first] = questions;
  const isShown = useHeld(first !== undefined, { isQuestion: true });
  const values = { count: questions.length, name: first ? nameOf(household, first) : '' };
  return (
    <>
      {isShown && first && (
        <div className={`${styles.banners} page`}>
          <Banner
            title={t(($) => $.common.banner.followTitle, values)}
            text={t(($) => $.common.banner.askedText)}
          >
            <Button
              variant="secondary"
              icon={Eye}
              aria-haspopup="dialog"
              label={t(($) => $.common.banner.askedOpen)}
              onClick={() => setOpen(true)}
            />
          </Banner>
        </div>
      )}
      {isOpen && <FollowerQuestions questions={questions} onClose={() => setOpen(false)} />}
    </>
  );
}
