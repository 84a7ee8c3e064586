import { useState } from 'react';
import { useReauth } from '#client/auth/use-reauth.ts';
import { hasCode } from '#client/data/errors.ts';
import { Switch } from '#client/forms/switch.tsx';
import { useAction } from '#client/forms/use-action.ts';
import { useData, useHousehold, useViewPart } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { ConfirmDialog } from '#client/ui/dialogs/confirm-dialog.tsx';
import type { Id } from '#domain/ids.ts';
import { useParentFailures } from './use-parents.ts';

interface Props {
  uid: Id;
  /** Called once the parent has gone; the dialog is removed then. */
  onDone(): void;
  onClose(): void;
}

/** Asks before another parent is removed. */
export function RemoveParent({ uid, name, onDone, onClose }: Props & { name: string }) {
  const { t, texts } = useTranslation();
  const data = useData();
  const { household } = useHousehold().account;
  const runWithReauth = useReauth();
  const [endsLinks, setEndsLinks] = useState(true);
  const { isBusy, failure, run } = useAction(useParentFailures());
  const remove = async () => {
    const part = () => data.ask('partHousehold', { uid, copy: true, household, keepLinks: !endsLinks });
    // Gone already: by another parent, by themselves, or by a first attempt whose reply was lost.
    const done = await runWithReauth(part).catch((error) => {
      if (!hasCode(error, 'not-found')) throw error;
      return {};
    });
    if (done) onDone();
  };
  return (
    <ConfirmDialog
      title={t(($) => $.parents.remove.title, { name })}
      confirmLabel={texts.parents.remove.open}
      busy={isBusy}
      onConfirm={() => void run(remove)}
      failure={failure}
      onClose={onClose}
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

/** Asks before the parent leaves, with a copy or without. What is unsent is sent first: the copy has it then. */
export function LeaveFamily({ uid, onDone, onClose }: Props) {
  const { t, texts } = useTranslation();
  const data = useData();
  const household = useHousehold();
  const waiting = useViewPart((view) => view.waiting) ?? 0;
  const runWithReauth = useReauth();
  const [isWithout, setWithout] = useState(false);
  const [endsLinks, setEndsLinks] = useState(true);
  const { isBusy, failure, run, fail } = useAction(useParentFailures());
  const leave = async () => {
    const { household: former } = household.account;
    if (household.view().waiting > 0) await household.catchUp();
    if (household.view().waiting > 0) return fail((words) => words(($) => $.parents.leave.notSent));
    const wishes = { copy: !isWithout, keepLinks: !endsLinks };
    const part = () => data.signIn('partHousehold', { uid, household: former, ...wishes });
    const done = await runWithReauth(part).catch(async (error) => {
      // The reply may have been lost: the session tells in which household it is.
      if (!hasCode(error, 'offline') && !hasCode(error, 'other-household')) throw error;
      const account = await data.adoptSession();
      if (!account || account.household === former) throw error;
      return { account };
    });
    if (done) onDone();
  };
  return (
    <ConfirmDialog
      title={texts.parents.leave.title}
      confirmLabel={isBusy ? texts.parents.leave.leaving : texts.parents.leave.open}
      busy={isBusy}
      onConfirm={() => void run(leave)}
      failure={failure}
      onClose={onClose}
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
