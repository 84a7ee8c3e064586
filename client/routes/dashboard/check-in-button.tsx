import UserRoundCheck from 'lucide-react/icons/user-round-check';
import { useEffect, useState } from 'react';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import { useRootMark } from '#client/ui/hooks/mark-root.ts';
import { useSearchParams } from '#client/ui/hooks/use-search-params.ts';
import { lazyDialog } from '#client/ui/lazy/lazy-component.tsx';
import styles from './dashboard.module.css';

const CheckInSheet = lazyDialog(() =>
  import('#client/features/here-now/check-in-sheet.tsx').then(({ CheckInSheet: Sheet }) => Sheet),
);

/** Shortcuts of the installed app: `/dashboard?check-in` opens the sheet, `?check-out` leads to those who are here. */
const OPENED_BY = 'check-in';
const LEADS_OUT = 'check-out';

/** Opens the sheet in which anybody is checked in. On a phone it stands above the tab bar, wherever the page is scrolled. */
export function CheckInButton({ onNewFriend }: { onNewFriend: () => void }) {
  const { t } = useTranslation();
  useRootMark('dock');
  const [query, setQuery] = useSearchParams();
  const isAsked = query.has(OPENED_BY);
  const [isOpen, setOpen] = useState(isAsked);
  const isLeaving = query.has(LEADS_OUT);
  useEffect(() => {
    if (isAsked) setOpen(true);
    if (isLeaving) keepFocus('here-now');
    if (isAsked || isLeaving) setQuery({});
  }, [isAsked, isLeaving, setQuery]);
  const close = () => setOpen(false);
  const addFriend = () => {
    close();
    onNewFriend();
  };
  return (
    <div className={styles.dock}>
      <Button
        variant="checkIn"
        wide
        icon={<UserRoundCheck size={24} aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t(($) => $.common.checkIn)}
      </Button>
      {isOpen && <CheckInSheet onNewFriend={addFriend} onClose={close} />}
    </div>
  );
}
