import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { PersonList } from '#client/people/person-row.tsx';
import { QueryFailed } from '#client/session/query-failed.tsx';
import { useViewPart } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import { lazyDialog } from '#client/ui/lazy/lazy-dialog.tsx';
import { parentNames } from '#domain/parent-names.ts';
import type { CallReply } from '#domain/protocol/calls.ts';
import { Invite } from './invite.tsx';
import { ParentRow } from './parent-row.tsx';
import styles from './parents.module.css';
import { useParents } from './use-parents.ts';

const RemoveParent = lazyDialog(() => import('./part-dialog.tsx').then(({ RemoveParent: Ask }) => Ask));
const LeaveFamily = lazyDialog(() => import('./part-dialog.tsx').then(({ LeaveFamily: Ask }) => Ask));

type Parent = CallReply<'parents'>['parents'][number];

/** The most parents of a household; the server decides. */
const MOST = 6;

/** The parents of the household, with the ways to invite, let in, remove and leave. All of it needs the network. */
export function Parents() {
  const { t } = useTranslation(['parents']);
  const { reply, error, refetch } = useParents();
  const heading = useRef<HTMLHeadingElement>(null);
  const { hash } = useLocation();
  const isLoaded = reply !== undefined;
  const known = useViewPart((view) => view.parents)?.length ?? 1;
  const isAlone = (reply?.parents.length ?? known) < 2;
  useEffect(() => {
    if (hash === '#parents' && isLoaded) heading.current?.focus();
  }, [hash, isLoaded]);
  return (
    <Card as="section" className={styles.section} aria-labelledby="parents">
      <h2 id="parents" ref={heading} tabIndex={-1}>
        {t(($) => $.parents.title)}
      </h2>
      {(isLoaded || error === undefined) && (
        <p className={styles.hint}>{t(($) => (isAlone ? $.parents.alone : $.parents.lead))}</p>
      )}
      {!isLoaded && error === undefined && <Waiting known={known} />}
      {error !== undefined && <QueryFailed error={error} />}
      {reply && <Loaded {...reply} onChange={refetch} />}
    </Card>
  );
}

/** The parents that the phone knows of, as high as all that comes, so that what is below stays in its place. */
function Waiting({ known }: { known: number }) {
  const { t } = useTranslation();
  const profile = useViewPart((view) => view.profile);
  const you = known < 2 ? profile : undefined;
  return (
    <div className={known < 2 ? styles.waiting : styles.waitingTogether}>
      {you && (
        <PersonList label={t(($) => $.parents.title)}>
          <ParentRow parent={{ ...you, isYou: true }} />
        </PersonList>
      )}
      <Skeleton rows={you ? 0 : known} />
    </div>
  );
}

function Loaded({ parents, invite, onChange }: CallReply<'parents'> & { onChange(): Promise<void> }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const toast = useToast();
  const [going, setGoing] = useState<Parent>();
  const isAlone = parents.length < 2;
  const wholeNames = parentNames(parents, 'whole');
  const goingName = (going && parentNames(parents).get(going.uid)) ?? '';
  const close = () => setGoing(undefined);
  const removed = (name: string) => {
    close();
    toast({ text: t(($) => $.parents.remove.done, { name }) });
    void onChange().then(() => keepFocus('parents'));
  };
  const left = () => {
    toast({ text: t(($) => $.parents.leave.done) });
    void navigate('/dashboard');
  };
  const you = parents.find(({ isYou }) => isYou);
  return (
    <>
      <PersonList label={t(($) => $.parents.title)}>
        {parents.map((parent) => (
          <ParentRow
            key={parent.uid}
            parent={parent}
            called={wholeNames.get(parent.uid) ?? ''}
            onRemove={() => setGoing(parent)}
          />
        ))}
      </PersonList>
      {parents.length < MOST ? (
        <Invite parents={parents} invite={invite} onChange={onChange} />
      ) : (
        <p className={styles.hint}>{t(($) => $.parents.invite.full)}</p>
      )}
      {!isAlone && you && (
        <Button variant="secondary" wide onClick={() => setGoing(you)}>
          {t(($) => $.parents.leave.open)}
        </Button>
      )}
      {going?.isYou && <LeaveFamily uid={going.uid} onDone={left} onClose={close} />}
      {going && !going.isYou && (
        <RemoveParent uid={going.uid} name={goingName} onDone={() => removed(goingName)} onClose={close} />
      )}
    </>
  );
}
