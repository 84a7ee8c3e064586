import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { lazyDialog } from '#client/ui/lazy/lazy-component.tsx';
import styles from './follow-button.module.css';

const FollowDialog = lazyDialog(() => import('./follow-dialogs.tsx'), 'FollowDialog');

export function FollowButton() {
  const { texts } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Button
        variant="quiet"
        className={styles.follow}
        icon={Plus}
        aria-haspopup="dialog"
        label={texts.people.followChild}
        onClick={() => setOpen(true)}
      />
      {isOpen && <FollowDialog onClose={() => setOpen(false)} />}
    </div>
  );
}
