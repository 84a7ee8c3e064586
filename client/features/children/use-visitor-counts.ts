import type { ChildView } from '#client/data/port.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';

/** "3 friends · 1 guest"; guests only if there are any. */
export function useVisitorCounts({ friends, guests }: ChildView): string {
  const { t } = useTranslation();
  const counts: string[] = [t(($) => $.people.friendCount, { count: friends.length })];
  if (guests.length > 0) counts.push(t(($) => $.people.guestCount, { count: guests.length }));
  // Non-breaking spaces: a line breaks at a dot, never within a count.
  return counts.map((count) => count.replaceAll(' ', '\u00a0')).join(' · ');
}
