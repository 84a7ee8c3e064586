import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useEffect, useRef } from 'react';
import type { Household, RefusedCommand } from '#client/data/port.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { List } from '#client/ui/list.tsx';
import type { Id } from '#domain/ids.ts';
import styles from './refused.module.css';
import { Refused } from './refused.tsx';

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
      <h2 id="refused" ref={heading} tabIndex={-1} className={styles.heading}>
        <TriangleAlert size={22} aria-hidden="true" />
        {t(($) => $.refused.count, { count: list.length })}
      </h2>
      <List className={styles.items}>
        {list.map((refused) => (
          <Refused key={refused.op} refused={refused} household={household} />
        ))}
      </List>
    </section>
  );
}

/** Reports new refusals in a toast, which withdraws the toast that said that the change was made. */
function useReport(list: readonly RefusedCommand[], show: () => void): void {
  const { t } = useTranslation(['rare']);
  const toast = useToast();
  const known = useRef<ReadonlySet<Id>>(new Set());
  useEffect(() => {
    const fresh = list.filter(({ op }) => !known.current.has(op));
    known.current = new Set(list.map(({ op }) => op));
    if (fresh.length === 0) return;
    fresh.forEach(logIfGuest);
    toast({
      text: t(($) => $.refused.count, { count: list.length }),
      actions: [{ label: t(($) => $.refused.show), run: show }],
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
