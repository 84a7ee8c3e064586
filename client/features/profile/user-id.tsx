import Copy from 'lucide-react/icons/copy';
import Share2 from 'lucide-react/icons/share-2';
import { useId } from 'react';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { useMessageChannels } from '#client/ui/hooks/use-message-channels.ts';
import styles from './profile.module.css';

/** The account's id, which another parent needs to add this parent's child as a guest; to copy or share. */
export function UserId({ id }: { id: string }) {
  const { t, texts } = useTranslation();
  const heading = useId();
  const channels = useMessageChannels({ copied: id, shared: t(($) => $.profile.userId.message, { id }) });
  return (
    <section aria-labelledby={heading}>
      <Card className="stack gap-4">
        <h2 id={heading}>{texts.profile.userId.title}</h2>
        <p>{texts.profile.userId.hint}</p>
        <p>
          <code className={`${styles.userId} wrap`} translate="no">
            {id}
          </code>
        </p>
        <div className="flow gap-2">
          <Button variant="secondary" icon={Copy} label={texts.profile.userId.copy} onClick={channels.copy} />
          {channels.share && (
            <Button
              variant="secondary"
              icon={Share2}
              label={texts.profile.userId.share}
              onClick={channels.share}
            />
          )}
        </div>
        <p role="status">{channels.result && t(($) => $.profile.userId[channels.result ?? 'copied'])}</p>
      </Card>
    </section>
  );
}
