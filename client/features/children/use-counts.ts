import { useTranslation } from 'react-i18next';
import type { ChildView } from '#client/data/port.ts';

/** "3 friends · 1 guest", and guests only where there are any. */
export function useCounts({ friends, guests }: ChildView): string {
  const { t } = useTranslation();
  const count = t(($) => $.people.friendCount, { count: friends.length });
  if (guests.length === 0) return count;
  return `${count} · ${t(($) => $.people.guestCount, { count: guests.length })}`;
}
