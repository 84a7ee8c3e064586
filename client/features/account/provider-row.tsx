import type { ProviderChoice } from '#client/auth/provider-choices.ts';
import { PersonRow } from '#client/people/person-row.tsx';
import { formatDate } from '#client/translations/format.ts';
import { useLanguage } from '#client/translations/use-language.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';

export interface ConnectableProvider extends ProviderChoice {
  /** The time it was connected; undefined if it is not. */
  since: string | undefined;
}

interface Props {
  provider: ConnectableProvider;
  isBusy: boolean;
  onConnect(): void;
  onDisconnect(): void;
}

/** One provider: when it was connected, if it is, and the button that connects or disconnects it. */
export function ProviderRow({ provider: { name, since }, isBusy, onConnect, onDisconnect }: Props) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const isConnected = since !== undefined;
  const actions = (
    <Button
      variant={isConnected ? 'quiet' : 'secondary'}
      busy={isBusy}
      aria-label={
        isConnected
          ? t(($) => $.account.services.disconnectNamed, { provider: name })
          : t(($) => $.account.services.connectNamed, { provider: name })
      }
      onClick={isConnected ? onDisconnect : onConnect}
    >
      {isConnected ? t(($) => $.account.services.disconnect) : t(($) => $.account.services.connect)}
    </Button>
  );
  return (
    <PersonRow name={name} actions={actions}>
      <span>
        {isConnected
          ? t(($) => $.account.services.since, { date: formatDate(language, since) })
          : t(($) => $.account.services.not)}
      </span>
    </PersonRow>
  );
}
