import { useEffect, useRef } from 'react';
import { useReauth } from '#client/auth/use-reauth.ts';
import { useAction } from '#client/session/use-action.ts';
import { useData } from '#client/session/use-data.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { useLiveRegion } from '#client/ui/feedback/live-region.ts';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import type { CallReply } from '#domain/protocol/calls.ts';
import styles from './parents.module.css';
import { useParentFailures } from './use-parents.ts';

interface Props {
  asked: NonNullable<NonNullable<CallReply<'parents'>['invite']>['asked']>;
  onChange(): Promise<void>;
}

/** Whoever asks to become a parent, and the inviter's answer; announced once, as it appears by itself. */
export function Asked({
  asked: { uid, firstName, lastName, email, isApproved, isVerified },
  onChange,
}: Props) {
  const { t } = useTranslation();
  const data = useData();
  const runWithReauth = useReauth();
  const announce = useLiveRegion();
  const { isBusy, failure, run } = useAction(useParentFailures());
  const name = `${firstName} ${lastName}`;
  const question = isApproved
    ? t(($) => $.parents.asked.approved, { name: firstName })
    : t(($) => $.parents.asked.question, { name, email });
  const announced = useRef('');
  useEffect(() => {
    if (announced.current !== question) announce(question);
    announced.current = question;
  }, [question, announce]);
  const answer = (yes: boolean) =>
    run(async () => {
      const done = await runWithReauth(() => data.ask('approveParent', { uid, yes })).catch(async (error) => {
        await onChange();
        throw error;
      });
      if (!done) return;
      await onChange();
      if (!yes) announce(t(($) => $.parents.asked.declined));
      keepFocus('parents');
    });
  return (
    <div className={styles.asked}>
      <p className={styles.question}>{question}</p>
      {failure && <ErrorBox>{failure}</ErrorBox>}
      {!isApproved && (
        <>
          <p>{t(($) => $.parents.asked.hint)}</p>
          {isVerified === false && <p>{t(($) => $.parents.asked.notVerified)}</p>}
          <div className={styles.actions}>
            <Button busy={isBusy} onClick={() => void answer(true)}>
              {t(($) => $.parents.asked.yes)}
            </Button>
            <Button variant="secondary" busy={isBusy} onClick={() => void answer(false)}>
              {t(($) => $.parents.asked.no)}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
