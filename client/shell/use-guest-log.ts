import { useEffect, useRef } from 'react';
import { useHouseholdIfAny, useViewPart } from '#client/session/use-household.ts';
import type { Id } from '#domain/ids.ts';

/** Logs each status of a guest that cannot be sent now, once: the error catalogue asks for it (specification, section 8). */
export function useGuestLog(): void {
  const household = useHouseholdIfAny();
  const waiting = useViewPart((view) => view.waiting) ?? 0;
  const isOffline = useViewPart(({ offline }) => offline) ?? false;
  const logged = useRef(new Set<Id>());
  useEffect(() => {
    if (waiting === 0 || !isOffline || !household) return;
    for (const { op, name, args, refusal } of household.unsent()) {
      const isStatus = name === 'checkIn' || name === 'checkOut';
      if (!isStatus || refusal || Object(args).kind !== 'guest' || logged.current.has(op)) continue;
      logged.current.add(op);
      console.error('The status of a guest was not sent: no contact with the server');
    }
  }, [household, waiting, isOffline]);
}
