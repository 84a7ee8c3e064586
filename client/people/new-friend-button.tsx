import UserRoundPlus from 'lucide-react/icons/user-round-plus';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';

/** Opens the sheet that adds a friend of a child: the last row of a list, for the friend who is not in it yet. */
export function NewFriendButton({ childName, onClick }: { childName: string; onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <Button
      variant="quiet"
      wide
      data-row=""
      icon={UserRoundPlus}
      iconSize={22}
      aria-haspopup="dialog"
      label={t(($) => $.people.newFriend)}
      aria-label={t(($) => $.people.newFriendOf, { name: childName })}
      onClick={onClick}
    />
  );
}
