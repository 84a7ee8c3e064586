import DoorOpen from 'lucide-react/icons/door-open';
import UserRoundCheck from 'lucide-react/icons/user-round-check';
import { startTransition, useState } from 'react';
import rows from '#client/features/here-now/rows.module.css';
import { Dotted } from '#client/lib/dot.tsx';
import { CompactList, CompactRow } from '#client/people/compact-row.tsx';
import { useRegistration } from '#client/session/use-site-info.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button, LinkButton } from '#client/ui/buttons/button.tsx';
import { suspendingComponent } from '#client/ui/lazy/lazy-component.tsx';
import type { Id } from '#domain/ids.ts';
import styles from './sample-board.module.css';
import { SAMPLE, SampleHead } from './sample-people.tsx';

const loadLive = () => import('./live-board.tsx');
/** If it cannot load, the picture stays with the message below. */
const LiveBoard = suspendingComponent(loadLive, 'LiveBoard', (message) => (
  <>
    <Picture />
    {message}
  </>
));

/** A picture until the first press; code loads at the first touch. Each page load starts over. */
export function SampleBoard() {
  const [pressed, setPressed] = useState<Id>();
  const [isLive, setLive] = useState(false);
  const load = () => void loadLive().catch(() => undefined);
  const press = (visitor: Id) => {
    setPressed(visitor);
    // Until then the picture keeps the focus.
    startTransition(() => setLive(true));
  };
  return (
    <section
      aria-labelledby="sample"
      className={`${styles.sample} stack gap-2`}
      onPointerDown={load}
      onFocus={load}
    >
      {isLive && pressed ? <LiveBoard pressed={pressed} /> : <Picture pressed={pressed} onPress={press} />}
      <Invitation isFelt={isLive} />
    </section>
  );
}

/** Rows as high as the live board's. */
function Picture({ pressed, onPress }: { pressed?: Id | undefined; onPress?: (visitor: Id) => void }) {
  const { texts, format } = useTranslation('home');
  return (
    <>
      <SampleHead here={SAMPLE.filter(({ hereFor }) => hereFor !== undefined).length} />
      <CompactList>
        {SAMPLE.map(({ visitor, hereFor }, place) => {
          const { name = '', host = '', press } = texts.home.sample.people[place] ?? {};
          const isHere = hereFor !== undefined;
          const button = (
            <Button
              variant={isHere ? 'checkOut' : 'checkInSoft'}
              className={rows.tap}
              icon={isHere ? DoorOpen : UserRoundCheck}
              label={isHere ? texts.common.checkOut : texts.common.checkIn}
              aria-label={press}
              busy={visitor === pressed}
              onClick={() => onPress?.(visitor)}
            />
          );
          return (
            <CompactRow key={visitor} id={visitor} name={name} action={button}>
              <span className={rows.with}>{`${texts.history.with} `}</span>
              <Dotted text={isHere ? `${host} · ${format.soFar(hereFor)}` : host} />
            </CompactRow>
          );
        })}
      </CompactList>
    </>
  );
}

function Invitation({ isFelt }: { isFelt: boolean }) {
  const { texts } = useTranslation('home');
  const isOpen = useRegistration() === 'open';
  return (
    <div className={`${styles.invitation} stack small`} data-felt={isFelt || undefined}>
      <p className="muted">{texts.home.sample.hint}</p>
      <p className="row gap-3 strong">
        <span>{texts.home.sample.felt}</span>
        {isOpen && <LinkButton to="/register" variant="secondary" label={texts.home.register} />}
      </p>
    </div>
  );
}
