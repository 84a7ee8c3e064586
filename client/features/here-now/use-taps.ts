import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useHouseholdIfAny } from '#client/app/household.ts';
import type { VisitorView } from '#client/data/port.ts';
import { useFormat } from '#client/translations/use-language.ts';
import { attempt, type Failure } from '#client/ui/attempt.ts';
import { useToast } from '#client/ui/toast.tsx';
import type { CommandArgs } from '#domain/commands/catalogue.ts';
import type { Status } from '#domain/documents.ts';
import { undoOf } from './people.ts';

export interface Taps {
  /** Sets where somebody is and offers to undo it for 10 s. Out: why it has no effect, where it has none. */
  set(visitor: VisitorView, status: Status): Promise<Failure | undefined>;
  undo(visitor: { name: string; undo: CommandArgs<'undo'> | undefined }): Promise<void>;
}

/** Taps on people. Always the same object, so that a row draws anew only when its own person changed. */
export function useTaps(): Taps {
  const { t } = useTranslation();
  const household = useHouseholdIfAny();
  const toast = useToast();
  const told = useOutcomeText();
  const undo: Taps['undo'] = async ({ name, undo: args }) => {
    if (!args) return toast({ text: t(($) => $.hereNow.undoTooLate) });
    const failure = await attempt(() => household?.run('undo', args));
    if (failure === undefined) return toast({ text: t(($) => $.hereNow.undone, { name }) });
    const isLate = typeof failure === 'object' && failure.code === 'superseded';
    toast({ text: isLate ? t(($) => $.hereNow.undoTooLate) : t(($) => $.common.error) });
  };
  const set: Taps['set'] = (visitor, status) =>
    attempt(
      () => household?.run(status === 'in' ? 'checkIn' : 'checkOut', visitor.ref),
      ({ op, since }) => {
        const { name, ref } = visitor;
        const text = told(name, status, since);
        if (since !== undefined) return toast({ text });
        const onUndo = () => void undo({ name, undo: undoOf(household?.view().children ?? [], ref, op) });
        toast({ text, onUndo });
      },
    );
  const latest = useRef({ set, undo });
  useEffect(() => {
    latest.current = { set, undo };
  });
  return useMemo(
    () => ({
      set: (visitor, status) => latest.current.set(visitor, status),
      undo: (visitor) => latest.current.undo(visitor),
    }),
    [],
  );
}

/** What a tap led to, in words. */
function useOutcomeText(): (name: string, status: Status, since: string | undefined) => string {
  const { t } = useTranslation();
  const format = useFormat();
  return (name, status, since) => {
    if (since !== undefined && status === 'in')
      return t(($) => $.hereNow.alreadyIn, { name, time: format.sinceTime(since) });
    if (since !== undefined) return t(($) => $.hereNow.alreadyOut, { name });
    const done = t(($) => $.common.success);
    return `${done} ${status === 'in' ? t(($) => $.hereNow.checkedIn, { name }) : t(($) => $.hereNow.checkedOut, { name })}`;
  };
}
