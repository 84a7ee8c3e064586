import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button, LinkButton } from '#client/ui/buttons/button.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';

export function NoVisitsYet() {
  const { texts } = useTranslation();
  return (
    <EmptyState
      lit={1}
      title={texts.historyPage.empty.title}
      text={texts.historyPage.empty.text}
      action={<LinkButton to="/dashboard" label={texts.historyPage.empty.action} />}
    />
  );
}

export function NoMatchingVisits({ onShowAll }: { onShowAll: () => void }) {
  const { texts } = useTranslation();
  return (
    <EmptyState
      lit={0}
      title={texts.historyPage.filteredEmpty.title}
      text={texts.historyPage.filteredEmpty.text}
      action={<Button label={texts.historyPage.filteredEmpty.action} onClick={onShowAll} />}
    />
  );
}
