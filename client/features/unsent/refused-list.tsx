import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useEffect, useRef, useState } from 'react';
import type { Household, RefusedCommand } from '#client/data/port.ts';
import { ByWhom } from '#client/people/by-whom.tsx';
import { canRetry, refusalReason } from '#client/session/refusal-reason.ts';
import { useViewPart } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { lazyDialog } from '#client/ui/lazy/lazy-component.tsx';
import { List } from '#client/ui/list.tsx';
import type { Id } from '#domain/ids.ts';
import { canEdit, heldInstead, isAboutVisitor, refusalMessage, typedValues } from './refusal-message.ts';
import styles from './refused.module.css';

interface Props {
  list: readonly RefusedCommand[];
  household: Household;
}

/** The changes that the server refused. A toast tells of each new one wherever the parent is, and leads here. */
export function RefusedList({ list, household }: Props) {
  const { t } = useTranslation(['rare']);
  const heading = useRef<HTMLHeadingElement>(null);
  useReport(list, () => heading.current?.focus());
  return (
    <section className={styles.list} aria-labelledby="refused">
      <h2 id="refused" ref={heading} tabIndex={-1} className={`${styles.heading} medium line gap-2`}>
        <TriangleAlert size={22} />
        <span>{t(($) => $.refused.count, { count: list.length })}</span>
      </h2>
      <List className="stack gap-3">
        {list.map((refused) => (
          <Refused key={refused.op} refused={refused} household={household} />
        ))}
      </List>
    </section>
  );
}

/** Reports new refusals in a toast, which withdraws the toast that said that the change was made. */
function useReport(list: readonly RefusedCommand[], show: () => void): void {
  const { t, texts } = useTranslation(['rare']);
  const toast = useToast();
  const known = useRef<ReadonlySet<Id>>(new Set());
  useEffect(() => {
    const fresh = list.filter(({ op }) => !known.current.has(op));
    known.current = new Set(list.map(({ op }) => op));
    if (fresh.length === 0) return;
    fresh.forEach(logIfGuest);
    toast({
      text: t(($) => $.refused.count, { count: list.length }),
      actions: [{ label: texts.refused.show, run: show }],
      withdraws: fresh.map(({ op }) => op),
    });
  });
}

/** The error catalogue asks for it (specification, section 8). */
function logIfGuest({ name, args, refusal }: RefusedCommand): void {
  const isStatus = name === 'checkIn' || name === 'checkOut';
  if (isStatus && Object(args).kind === 'guest')
    console.error('The status of a guest was not saved:', refusal.code);
}

const EditRefused = lazyDialog(() => import('./edit-refused.tsx'), 'EditRefused');

/** A change that the server refused, with the reason: edit it or try again if that can work, or discard it. */
function Refused({ refused, household }: { refused: RefusedCommand; household: Household }) {
  const { t, format } = useTranslation(['rare']);
  const parents = useViewPart((view) => view.parents);
  const [isEditing, setEditing] = useState(false);
  const what = useDescription(refused);
  const message = refusalMessage(t, refused);
  const reason = refusalReason(t, refused);
  const held = useViewPart((view) => heldInstead(refused, view).join(', ') || undefined);
  return (
    <li className={`${styles.refused} row between`}>
      <div>
        <strong>{message}</strong>
        <p className={`${styles.detail} small`}>
          <span>{t(($) => $.refused.at, { what, time: format.sinceTime(refused.tappedAt) })}</span>
          <ByWhom lead=" " parents={parents} uids={[household.account.uid]} />
          <span>{reason === message ? '. ' : `. ${reason}`}</span>
          {held !== undefined && <span>{` ${t(($) => $.meanwhile.now, { held })}`}</span>}
        </p>
      </div>
      <Actions refused={refused} household={household} what={what} onEdit={() => setEditing(true)} />
      {isEditing && canEdit(refused) && (
        <EditRefused
          refused={refused}
          typed={typedValues(refused.args)}
          household={household}
          onClose={() => setEditing(false)}
        />
      )}
    </li>
  );
}

interface ActionsProps {
  refused: RefusedCommand;
  household: Household;
  /** The command in words, which tells the buttons of several refusals apart. */
  what: string;
  onEdit(): void;
}

function Actions({ refused, household, what, onEdit }: ActionsProps) {
  const { texts } = useTranslation(['rare']);
  const toast = useToast();
  // The list has said what was saved meanwhile, and the press is the answer.
  const unasked = { ...Object(refused.args), was: undefined };
  const replaces = refused.refusal.code === 'changed-meanwhile';
  const reportError = (error: unknown) => {
    console.error(error);
    toast({ text: texts.common.error });
  };
  const named = (label: string) => ({ label, 'aria-label': `${label}: ${what}` });
  return (
    <div className="flow gap-2">
      {canRetry(refused) && (
        <Button
          variant="secondary"
          {...named(replaces ? texts.meanwhile.replace : texts.common.retry)}
          onClick={() => household.retry(refused.op, unasked).catch(reportError)}
        />
      )}
      {canEdit(refused) && <Button variant="secondary" {...named(texts.common.edit)} onClick={onEdit} />}
      <Button
        variant="quiet"
        {...named(texts.common.discard)}
        onClick={() => household.discard(refused.op).catch(reportError)}
      />
    </div>
  );
}

/** The refused command and its person, by the names they had. */
function useDescription({ name, args, people = {} }: RefusedCommand): string {
  const { t, texts } = useTranslation(['rare']);
  const command = t(($) => $.commands[name]);
  const { child, person = typedValues(args).name } = people;
  if (person) return `${command}: ${person}`;
  if (!child) return command;
  return isAboutVisitor(args) ? `${command} ${texts.history.with} ${child}` : `${command}: ${child}`;
}
