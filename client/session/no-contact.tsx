import CloudOff from 'lucide-react/icons/cloud-off';
import { useFormat } from '#client/translations/use-language.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useHeld } from '#client/ui/hooks/use-still.ts';
import styles from './no-contact.module.css';
import { useViewPart } from './use-household.ts';
import { useIsSilent } from './use-is-silent.ts';

/** "No contact since 17:22": the server has been silent for 30 s, so that other phones' taps may be missing here. */
export function NoContact() {
  const { t } = useTranslation();
  const format = useFormat();
  const lastHeard = useViewPart((view) => view.lastHeard);
  const isSilent = useHeld(useIsSilent(lastHeard));
  return (
    <p role="status" className={styles.line}>
      {isSilent && lastHeard !== undefined && (
        <span className={styles.words}>
          <CloudOff size={16} aria-hidden="true" />
          {t(($) => $.common.banner.noContact, { time: format.sinceTime(lastHeard) })}
        </span>
      )}
    </p>
  );
}
