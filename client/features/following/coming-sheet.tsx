import { useState } from 'react';
import { correctedNow } from '#client/lib/corrected-now.ts';
import { ArrivalTime } from '#client/people/arrival-time.tsx';
import { scrollTo } from '#client/shared-visit/answers.tsx';
import { Fill } from '#client/shared-visit/visit-lines.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { AnchorButton, Button } from '#client/ui/buttons/button.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import type { Follow } from '#domain/protocol/following-calls.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { type SaidComing, withSaid } from '#domain/trips/coming.ts';
import { TRIP_CHOICES } from '#domain/trips/trip-fields.ts';
import { EndButton, type FollowedSheetProps } from './follow-dialogs.tsx';
import styles from './following.module.css';
import { deviceZone, useComing, useComingSentence, useLeaving, useSay } from './use-coming.ts';
import { useFollowing, useWhom } from './use-following.ts';

/** A failure leaves it open, with what was chosen. */
export function ComingSheet({ opened, onEnd, onClose }: FollowedSheetProps) {
  const { texts, format } = useTranslation('details');
  const { coming, visit } = texts.following;
  const row = useFollowing(opened.id) ?? opened;
  const { trip, words } = useComing(row);
  const { isBusy, failure, say } = useSay(row);
  const leaving = useLeaving(row);
  const [chosen, setChosen] = useState<SaidComing>(leaving);
  const send = (said: SaidComing) => {
    setChosen(said);
    say(said, onClose);
  };
  return (
    <Dialog title={useWhom(opened)} startAt="title" onClose={onClose}>
      <div className="stack gap-4">
        {words && (
          <div className="row between gap-2">
            <p className={`${styles.words} strong numbers wrap`}>
              <Fill {...words} />
            </p>
            <Button
              variant="secondary"
              label={texts.common.undo}
              busy={isBusy}
              onClick={() => send({ says: trip ? 'no-trip' : 'not-expected' })}
            />
          </div>
        )}
        <fieldset>
          <legend className={`${styles.within} strong`}>{coming.within}</legend>
          <div className={`${styles.minutes} stack gap-2`}>
            {TRIP_CHOICES.map((minutes) => (
              <Button
                key={minutes}
                variant="secondary"
                className={`${styles.choice} numbers`}
                label={format.duration(minutes * MINUTE_MS)}
                aria-pressed={chosen.says === 'leaves' && minutes === chosen.minutes}
                onClick={() => send(leaving(minutes))}
              />
            ))}
          </div>
        </fieldset>
        <ArrivalTime
          label={coming.another}
          onLeave={(minutes) => send(leaving(minutes))}
          onExpect={(time) => send({ says: 'expected', ...time, zone: deviceZone() })}
        />
        {failure && (
          <div ref={scrollTo}>
            <ErrorBox action={failure === coming.notTold && <Message row={row} said={chosen} />}>
              {failure}
            </ErrorBox>
          </div>
        )}
        <p className="muted small">{visit.trip.note}</p>
        <EndButton row={row} onEnd={onEnd} />
      </div>
    </Dialog>
  );
}

function Message({ row, said }: { row: Follow; said: SaidComing }) {
  const { texts } = useTranslation('details');
  const sentence = useComingSentence(row)(withSaid({}, said, correctedNow()));
  if (!sentence) return null;
  const text = encodeURIComponent(sentence.toWellFormed());
  return (
    <AnchorButton variant="secondary" href={`sms:?body=${text}`} label={texts.messageParentDialog.sms} />
  );
}
