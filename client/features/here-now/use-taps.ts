import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { VisitorView } from '#client/data/port.ts';
import { attempt, type Failure } from '#client/forms/run-command.ts';
import { useHouseholdIfAny } from '#client/session/use-household.ts';
import { useTell } from '#client/session/use-tell.tsx';
import { useUndo } from '#client/session/use-undo.ts';
import { useFormat } from '#client/translations/use-language.ts';
import { useToast } from '#client/ui/feedback/toast.tsx';
import type { Status } from '#domain/documents.ts';
import type { VisitorRef } from '#domain/paths.ts';

export interface Taps {
  /** Sets where somebody is and offers to undo it for 10 s. Out: why it has no effect, where it has none. */
  set(visitor: VisitorView, status: Status): Promise<Failure | undefined>;
  undo(of: Pick<VisitorView, 'name' | 'ref' | 'undo'>): Promise<void>;
  /** Helps to tell the visitor's parent, by the reader's own phone. */
  tell(visitor: VisitorRef): void;
}

/** Taps on people. Always the same object, so that a row draws anew only when its own person changed. */
export function useTaps(): Taps {
  const household = useHouseholdIfAny();
  const toast = useToast();
  const told = useOutcomeText();
  const { takeBack, toastOf } = useUndo();
  const tell = useTell();
  const set: Taps['set'] = (visitor, status) =>
    attempt(
      () => household?.run(status === 'in' ? 'checkIn' : 'checkOut', visitor.ref),
      ({ op, since }) => {
        const text = told(visitor.name, status, since);
        toast(since === undefined ? toastOf(visitor, op, text) : { text, about: visitor.ref.visitor });
      },
    );
  const latest = useRef({ set, undo: takeBack });
  useEffect(() => {
    latest.current = { set, undo: takeBack };
  });
  return useMemo(
    () => ({
      set: (visitor, status) => latest.current.set(visitor, status),
      undo: (visitor) => latest.current.undo(visitor),
      tell,
    }),
    [tell],
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
