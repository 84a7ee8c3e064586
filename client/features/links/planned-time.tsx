import Clock from 'lucide-react/icons/clock';
import { useId, useState } from 'react';
import type { VisitView } from '#client/data/port.ts';
import { Form } from '#client/forms/form.tsx';
import { TimeField, useTimeName } from '#client/forms/time-field.tsx';
import { present } from '#client/lib/present.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { useNow } from '#client/ui/hooks/use-now.ts';
import { clockOf } from '#client/ui/local-day.ts';
import styles from './links.module.css';
import { HALF_HOUR_MS, nextHalfHours, nextTimes, plannedAt, type TypedClock } from './planned-times.ts';
import { useSharingActions } from './use-sharing-actions.ts';

interface Props {
  visit: VisitView;
  onDone(): void;
}

/** The planned time home: shown, and set or removed while the visit is open. It never checks anybody out. */
export function PlannedTime({ visit, onDone }: Props) {
  const { t, texts, format } = useTranslation();
  const heading = useId();
  const { open, expected } = visit;
  const now = useNow();
  const time = expected && format.timeUnder(now, expected.at);
  const isDue = open && expected && Date.parse(expected.at) <= now;
  return (
    <section aria-labelledby={heading} className={`${styles.part} stack gap-2`}>
      <h3 id={heading} className="medium line gap-2">
        <Clock size={18} />
        <span>
          {time ? t(($) => (isDue || !open ? $.links.due : $.links.home), { time }) : texts.links.whenHome}
        </span>
      </h3>
      {open && <Choices visit={visit} now={now} onDone={onDone} />}
    </section>
  );
}

function Choices({ visit, now, onDone }: Props & { now: number }) {
  const { t, texts } = useTranslation();
  const nameOf = useTimeName();
  const actions = useSharingActions();
  const [isTyping, setTyping] = useState(false);
  const choose = (at: number | null) => {
    actions.expectHome(visit, at);
    onDone();
  };
  const planned = visit.expected && Date.parse(visit.expected.at);
  // Six choices in all.
  const halfHours = nextHalfHours(now, planned === undefined ? 5 : 4);
  return (
    <>
      <div className={`${styles.times} stack gap-2`}>
        {halfHours.map((at) => (
          <Button
            key={at}
            variant="secondary"
            className={`${styles.choice} numbers`}
            label={nameOf(at)}
            aria-label={t(($) => $.links.home, { time: nameOf(at) })}
            aria-pressed={at === planned}
            onClick={() => choose(at)}
          />
        ))}
        <Button
          variant="secondary"
          className={`${styles.choice} numbers`}
          aria-expanded={isTyping}
          label={texts.links.otherTime}
          onClick={() => setTyping(!isTyping)}
        />
        {planned !== undefined && (
          <Button
            variant="secondary"
            className={`${styles.choice} numbers`}
            label={texts.links.noTime}
            onClick={() => choose(null)}
          />
        )}
      </div>
      {isTyping && (
        <OtherTime first={planned ?? (halfHours.at(-1) ?? now) + HALF_HOUR_MS} onChoose={choose} />
      )}
    </>
  );
}

/** A time of day: the next one, so that an earlier time is tomorrow's; `first` (ms) stays until another is typed. */
function OtherTime({ first, onChoose }: { first: number; onChoose(at: number): void }) {
  const { t, texts, format } = useTranslation();
  const [edited, setEdited] = useState<TypedClock>();
  const typed = edited ?? { clock: clockOf(first), at: first };
  const now = useNow();
  const at = plannedAt(typed, now);
  const submit = () => {
    const time = plannedAt(typed, present());
    if (time !== undefined) onChoose(time);
  };
  return (
    <Form className={`${styles.otherTime} flow gap-2`} onSubmit={submit}>
      <TimeField
        name="home-at"
        autoFocus
        label={texts.links.otherTime}
        value={typed.clock}
        times={nextTimes(typed.clock, now)}
        at={at ?? Number.NaN}
        onType={(clock) => setEdited({ clock })}
        onChoose={(chosen) => setEdited({ ...typed, at: chosen })}
      />
      <Button
        type="submit"
        aria-disabled={at === undefined}
        label={
          at === undefined
            ? texts.common.save
            : t(($) => $.links.home, { time: format.timeUnder(present(), at) })
        }
      />
    </Form>
  );
}
