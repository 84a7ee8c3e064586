import { useHouseholdIfAny } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import styles from './restored-words.module.css';

/** `from`: the backup's time in ms, if known. */
export function RestoredWords({ from }: { from: number | undefined }) {
  const { t, texts, format } = useTranslation('details');
  const household = useHouseholdIfAny();
  const close = () => {
    void household?.closeRestoredNote().catch(console.error);
    keepFocus('here-now');
  };
  const text =
    from === undefined ? texts.restored.text : t(($) => $.restored.textFrom, { time: format.dateTime(from) });
  return (
    <div role="status" className={`${styles.note} row gap-2 box notice`}>
      <p>{text}</p>
      <Button variant="quiet" label={texts.restored.close} onClick={close} />
    </div>
  );
}
