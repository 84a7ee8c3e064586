import { useState } from 'react';
import { useNavigate } from 'react-router';
import { present } from '#client/lib/present.ts';
import { PersonList, PersonRow } from '#client/people/person-row.tsx';
import { useViewPart } from '#client/session/use-household.ts';
import { QueryFailed } from '#client/session/use-query.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import { lazyDialog } from '#client/ui/lazy/lazy-component.tsx';
import { parentNames } from '#domain/names.ts';
import type { CallReply } from '#domain/protocol/calls.ts';
import { Invite } from './invite.tsx';
import styles from './parents.module.css';
import { useParents } from './use-parents.ts';

const RemoveParent = lazyDialog(() => import('./part-dialog.tsx'), 'RemoveParent');
const LeaveFamily = lazyDialog(() => import('./part-dialog.tsx'), 'LeaveFamily');

type Parent = CallReply<'parents'>['parents'][number];

/** The most parents of a household; the server decides. */
const MOST = 6;

/** The parents of the household, with the ways to invite, say yes, remove and leave. All of it needs the network. */
export function Parents() {
  const { t } = useTranslation(['parents']);
  const { reply, error, refetch } = useParents();
  const isLoaded = reply !== undefined;
  const known = useViewPart((view) => view.parents)?.length ?? 1;
  const isAlone = (reply?.parents.length ?? known) < 2;
  return (
    <Card as="section" className="stack gap-4" aria-labelledby="page-title">
      {(isLoaded || error === undefined) && (
        <p className="muted">{t(($) => (isAlone ? $.parents.alone : $.parents.lead))}</p>
      )}
      {!isLoaded && error === undefined && <Waiting known={known} />}
      {error !== undefined && <QueryFailed error={error} />}
      {reply && <Loaded {...reply} onChange={refetch} />}
    </Card>
  );
}

/** The parents that the phone knows of, as high as all that comes, so that what is below stays in its place. */
function Waiting({ known }: { known: number }) {
  const { texts } = useTranslation();
  const profile = useViewPart((view) => view.profile);
  const you = known < 2 ? profile : undefined;
  return (
    <div className={known < 2 ? styles.waiting : styles.waitingTogether}>
      {you && (
        <PersonList label={texts.parents.title}>
          <ParentRow parent={{ ...you, isYou: true }} />
        </PersonList>
      )}
      <Skeleton rows={you ? 0 : known} />
    </div>
  );
}

function Loaded({ parents, invitation, onChange }: CallReply<'parents'> & { onChange(): Promise<void> }) {
  const { t, texts } = useTranslation();
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
    void onChange().then(() => keepFocus('page-title'));
  };
  const left = () => {
    toast({ text: texts.parents.leave.done });
    void navigate('/dashboard');
  };
  const you = parents.find(({ isYou }) => isYou);
  return (
    <>
      <PersonList label={texts.parents.title}>
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
        <Invite parents={parents} invitation={invitation} onChange={onChange} />
      ) : (
        <p className="muted">{texts.parents.invite.full}</p>
      )}
      {!isAlone && you && (
        <Button variant="secondary" wide label={texts.parents.leave.open} onClick={() => setGoing(you)} />
      )}
      {going?.isYou && <LeaveFamily uid={going.uid} onDone={left} onClose={close} />}
      {going && !going.isYou && (
        <RemoveParent uid={going.uid} name={goingName} onDone={() => removed(goingName)} onClose={close} />
      )}
    </>
  );
}

interface ParentRowProps {
  /** Without the time of joining until the server has told it. */
  parent: Pick<Parent, 'firstName' | 'lastName' | 'email' | 'isYou'> & Partial<Pick<Parent, 'since'>>;
  /** The name that tells the button from those beside other parents. */
  called?: string;
  onRemove?(): void;
}

/** A parent of the household: name, address, since when, and a button that removes another than oneself. */
function ParentRow({ parent, called = '', onRemove }: ParentRowProps) {
  const { t, texts, format } = useTranslation();
  const { firstName, lastName, email, since, isYou } = parent;
  const action = !isYou && (
    <Button
      variant="quiet"
      label={texts.parents.remove.open}
      aria-label={t(($) => $.parents.remove.named, { name: called })}
      onClick={onRemove}
    />
  );
  return (
    <PersonRow name={`${firstName} ${lastName}`} actions={action}>
      {isYou && <span className="strong">{texts.parents.you}</span>}
      <span className="wrap">{email}</span>
      {/* Some date keeps the place until it is known. */}
      <span className={since === undefined ? styles.unknown : undefined}>
        {t(($) => $.parents.since, { date: format.date(since ?? present()) })}
      </span>
    </PersonRow>
  );
}
