import { useState } from 'react';
import { TextField } from '#client/forms/field.tsx';
import { correctedNow } from '#client/lib/corrected-now.ts';
import { comingWords } from '#client/shared-visit/coming-words.ts';
import { Fill, plain } from '#client/shared-visit/visit-lines.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { AnchorButton, Button } from '#client/ui/buttons/button.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { useUnsaved } from '#client/ui/hooks/unsaved.ts';
import { useNow } from '#client/ui/hooks/use-now.ts';
import { addDays, clockOf, dayOf, onDay } from '#client/ui/local-day.ts';
import type { Follow } from '#domain/protocol/following-calls.ts';
import { HOUR_MS, isoTime, MINUTE_MS } from '#domain/time.ts';
import { type SaidComing, withSaid } from '#domain/trips/coming.ts';
import { TRIP_CHOICES } from '#domain/trips/trip-fields.ts';
import { deviceZone, useComing, useLeaving, useSay } from './coming.tsx';
import styles from './following.module.css';
import { useFollowing, useWhom } from './use-following.ts';

/** A failure leaves it open, with what was chosen. */
export function ComingSheet({ opened, onClose }: { opened: Follow; onClose(): void }) {
  const { texts, format } = useTranslation('details');
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
    <Dialog
      title={useWhom(opened)}
      startAt="title"
      status={
        failure && (
          <ErrorBox
            action={failure === texts.following.coming.notTold && <Message row={row} said={chosen} />}
          >
            {failure}
          </ErrorBox>
        )
      }
      onClose={onClose}
    >
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
          <legend className={`${styles.within} strong`}>{texts.following.coming.within}</legend>
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
        <AnotherTime onLeave={(minutes) => send(leaving(minutes))} onExpect={send} />
        <p className="muted small">{texts.following.visit.trip.note}</p>
      </div>
    </Dialog>
  );
}

/** By the phone's own messages. */
function Message({ row: { name, child }, said }: { row: Follow; said: SaidComing }) {
  const { texts, language } = useTranslation('details');
  const now = correctedNow();
  const about = { now, language, child: child ?? '' };
  const words = comingWords(withSaid({}, said, now) ?? {}, about, texts.following.coming);
  if (!words) return null;
  const text = encodeURIComponent(`${name}: ${plain(words)}`.toWellFormed());
  return (
    <AnchorButton variant="secondary" href={`sms:?body=${text}`} label={texts.messageParentDialog.sms} />
  );
}

interface AnotherTimeProps {
  onLeave(minutes: number): void;
  onExpect(said: SaidComing): void;
}

function AnotherTime({ onLeave, onExpect }: AnotherTimeProps) {
  const { t, texts } = useTranslation('details');
  const { coming } = texts.following;
  const now = useNow();
  const [first] = useState(() => clockOf(nextHalfHour(now)));
  const [time, setTime] = useState(first);
  useUnsaved(time !== first);
  const ahead = timesAhead(time, now);
  const minutes = ahead[0] && minutesUntil(ahead[0].at, now);
  return (
    <div className="stack gap-2">
      <TextField
        name="comes-at"
        type="time"
        label={coming.another}
        value={time}
        onChange={({ target }) => setTime(target.value)}
      />
      {minutes !== undefined && (
        <Button
          variant="secondary"
          label={t(($) => $.following.coming.goesUntil, { time })}
          onClick={() => onLeave(minutes)}
        />
      )}
      {ahead.map(({ day, at }) => (
        <Button
          key={day}
          variant="secondary"
          label={t(($) => $.following.coming.comes, { day: coming[day], time })}
          onClick={() => onExpect(expectation(at))}
        />
      ))}
    </div>
  );
}

const HALF_HOUR_MS = HOUR_MS / 2;

function nextHalfHour(now: number): number {
  return Math.floor(now / HALF_HOUR_MS + 2) * HALF_HOUR_MS;
}

/** `clock`: HH:MM, of today and tomorrow. */
export function timesAhead(clock: string, now: number) {
  return (['today', 'tomorrow'] as const).flatMap((day, days) => {
    const at = onDay(addDays(dayOf(now), days), clock);
    return at > now ? [{ day, at }] : [];
  });
}

/** By the clock's minute, so that the time is shown as chosen; undefined if no way takes as long. */
export function minutesUntil(at: number, now: number): number | undefined {
  const minutes = Math.floor(at / MINUTE_MS) - Math.floor(now / MINUTE_MS);
  return minutes >= 2 && minutes <= 180 ? minutes : undefined;
}

/** Until 03:00 of the next day. */
export function expectation(at: number) {
  const until = onDay(addDays(dayOf(at), 1), '03:00');
  return { says: 'expected' as const, at: isoTime(at), until: isoTime(until), zone: deviceZone() };
}
