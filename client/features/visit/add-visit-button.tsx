import CalendarPlus from 'lucide-react/icons/calendar-plus';
import { useState } from 'react';
import type { ChildView } from '#client/data/port.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { AddVisitSheet } from './lazy-visit-sheet.ts';

/** The button of the history that adds a visit which nobody tapped; nothing for a family without friends and guests. */
export function AddVisitButton({ list }: { list: readonly ChildView[] }) {
  const { texts } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  if (list.every(({ friends, guests }) => friends.length + guests.length === 0)) return null;
  return (
    <>
      <Button
        variant="secondary"
        icon={CalendarPlus}
        label={texts.history.add}
        onClick={() => setOpen(true)}
      />
      {isOpen && <AddVisitSheet list={list} onClose={() => setOpen(false)} />}
    </>
  );
}
