import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useReauth } from '#client/auth/use-reauth.ts';
import { hasCode } from '#client/data/errors.ts';
import { Switch } from '#client/forms/field.tsx';
import { useAction } from '#client/forms/use-action.ts';
import { correctedNow } from '#client/lib/corrected-now.ts';
import { PersonList, PersonRow } from '#client/people/person-row.tsx';
import { pollWhileVisible } from '#client/session/poll-while-visible.ts';
import { useData, useHousehold, useViewPart } from '#client/session/use-household.ts';
import { QueryFailed, useQuery } from '#client/session/use-query.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ConfirmDialog } from '#client/ui/dialogs/dialog.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import { Card } from '#client/ui/sections.tsx';
import type { Id } from '#domain/ids.ts';
import { parentNames } from '#domain/names.ts';
import type { CallReply } from '#domain/protocol/calls.ts';
import { Invite } from './invite.tsx';
import styles from './parents.module.css';

type Parent = CallReply<'parents'>['parents'][number];

/** Per household; the server enforces it. */
const MOST = 6;

/** While an invitation is open. */
const POLL_MS = 5000;

/** All of it needs the network. */
export function Parents() {
  const { t } = useTranslation('details');
  const { reply, error, refetch } = useQuery('parents');
  const isInviting = reply?.invitation != null;
  useEffect(() => (isInviting ? pollWhileVisible(POLL_MS, refetch) : undefined), [isInviting, refetch]);
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

/** The final height, so that nothing below moves. */
function Waiting({ known }: { known: number }) {
  const { texts } = useTranslation('details');
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
  const { t, texts } = useTranslation('details');
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
  /** `since` comes later, from the server. */
  parent: Pick<Parent, 'firstName' | 'lastName' | 'email' | 'isYou'> & Partial<Pick<Parent, 'since'>>;
  /** Distinguishes the button from those of other parents. */
  called?: string;
  onRemove?(): void;
}

function ParentRow({ parent, called = '', onRemove }: ParentRowProps) {
  const { t, texts, format } = useTranslation('details');
  const { firstName, lastName, email, since, isYou } = parent;
  const action = !isYou && (
    <Button
      variant="quiet"
      label={texts.common.remove}
      aria-label={t(($) => $.people.removeNamed, { name: called })}
      onClick={onRemove}
    />
  );
  return (
    <PersonRow name={`${firstName} ${lastName}`} actions={action}>
      {isYou && <span className="strong">{texts.parents.you}</span>}
      <span className="wrap">{email}</span>
      {/* Any date keeps the space until the real one is known. */}
      <span className={since === undefined ? styles.unknown : undefined}>
        {t(($) => $.parents.since, { date: format.date(since ?? correctedNow()) })}
      </span>
    </PersonRow>
  );
}

interface PartDialogProps {
  uid: Id;
  /** The parent has left; the caller then removes the dialog. */
  onDone(): void;
  onClose(): void;
}

function RemoveParent({ uid, name, onDone, onClose }: PartDialogProps & { name: string }) {
  const { t, texts } = useTranslation('details');
  const data = useData();
  const { household } = useHousehold().account;
  const runWithReauth = useReauth();
  const [endsLinks, setEndsLinks] = useState(true);
  const { isBusy, failure, run } = useAction(texts.parents.failures);
  const remove = async () => {
    const part = () => data.call('leaveHousehold', { uid, copy: true, household, keepLinks: !endsLinks });
    // Gone already, perhaps by an attempt whose reply was lost.
    const done = await runWithReauth(part).catch((error) => {
      if (!hasCode(error, 'not-found')) throw error;
      return {};
    });
    if (done) onDone();
  };
  return (
    <ConfirmDialog
      {...{ isBusy, failure, onClose }}
      title={t(($) => $.parents.remove.title, { name })}
      confirmLabel={texts.common.remove}
      onConfirm={() => void run(remove)}
    >
      <p>{t(($) => $.parents.remove.lead, { name })}</p>
      <Switch
        label={texts.parents.remove.links}
        hint={t(($) => $.parents.remove.linksHint, { name })}
        checked={endsLinks}
        onChange={({ target }) => setEndsLinks(target.checked)}
      />
    </ConfirmDialog>
  );
}

/** Unsent changes are sent first, so that the copy has them. */
function LeaveFamily({ uid, onDone, onClose }: PartDialogProps) {
  const { t, texts } = useTranslation('details');
  const data = useData();
  const household = useHousehold();
  const waiting = useViewPart((view) => view.waiting) ?? 0;
  const runWithReauth = useReauth();
  const [isWithout, setWithout] = useState(false);
  const [endsLinks, setEndsLinks] = useState(true);
  const { isBusy, failure, run, fail } = useAction(texts.parents.failures, 'details');
  const leave = async () => {
    const { household: previous } = household.account;
    if (household.view().waiting > 0) await household.syncNow();
    if (household.view().waiting > 0) return fail((t) => t(($) => $.parents.leave.notSent));
    const wishes = { copy: !isWithout, keepLinks: !endsLinks };
    const part = () => data.signIn('leaveHousehold', { uid, household: previous, ...wishes });
    const done = await runWithReauth(part).catch(async (error) => {
      // The reply may have been lost: the session shows its household.
      if (!hasCode(error, 'offline') && !hasCode(error, 'other-household')) throw error;
      const account = await data.adoptSession();
      if (!account || account.household === previous) throw error;
      return { account };
    });
    if (done) onDone();
  };
  return (
    <ConfirmDialog
      {...{ isBusy, failure, onClose }}
      title={texts.parents.leave.title}
      confirmLabel={isBusy ? texts.parents.leave.leaving : texts.parents.leave.open}
      onConfirm={() => void run(leave)}
    >
      <p>{texts.parents.leave.lead}</p>
      <Switch
        label={texts.parents.leave.without}
        hint={texts.parents.leave.withoutHint}
        checked={isWithout}
        onChange={({ target }) => setWithout(target.checked)}
      />
      <Switch
        label={texts.parents.leave.links}
        hint={texts.parents.leave.linksHint}
        checked={endsLinks}
        onChange={({ target }) => setEndsLinks(target.checked)}
      />
      {waiting > 0 && <p>{t(($) => $.parents.leave.unsent, { count: waiting })}</p>}
    </ConfirmDialog>
  );
}
