import CalendarSearch from 'lucide-react/icons/calendar-search';
import History from 'lucide-react/icons/history';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button, LinkButton } from '#client/ui/buttons/button.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';

/** Shown if nobody was ever checked in. */
export function NoVisitsYet() {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<History size={32} />}
      title={t(($) => $.historyPage.empty.title)}
      text={t(($) => $.historyPage.empty.text)}
      action={<LinkButton to="/dashboard" label={t(($) => $.historyPage.empty.action)} />}
    />
  );
}

/** Shown if there are visits, but none that match the filter. */
export function NoMatchingVisits({ onShowAll }: { onShowAll: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<CalendarSearch size={32} />}
      title={t(($) => $.historyPage.filteredEmpty.title)}
      text={t(($) => $.historyPage.filteredEmpty.text)}
      action={<Button label={t(($) => $.historyPage.filteredEmpty.action)} onClick={onShowAll} />}
    />
  );
}
