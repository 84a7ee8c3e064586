import { declineInstall } from '#client/data/device/install-offer.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';

interface Props {
  onInstall: () => Promise<void>;
  onDone: () => void;
}

/** Declining, here or in the browser's own question, lets it rest for 90 days. */
export function InstallOffer({ onInstall, onDone }: Props) {
  const { texts } = useTranslation(['rare']);
  const end = () => {
    declineInstall();
    onDone();
    keepFocus('here-now');
  };
  return (
    <Card as="section" className="stack gap-3" aria-labelledby="install-offer">
      <h2 id="install-offer">{texts.install.offer}</h2>
      <p>{texts.install.lead}</p>
      <div className="flow gap-3">
        <Button
          variant="secondary"
          label={texts.install.act}
          onClick={() => void onInstall().then(end, end)}
        />
        <Button variant="quiet" label={texts.firstRun.notNow} onClick={end} />
      </div>
    </Card>
  );
}
