import Share from 'lucide-react/icons/share';
import Smartphone from 'lucide-react/icons/smartphone';
import SquarePlus from 'lucide-react/icons/square-plus';
import { useEffect, useState } from 'react';
import { isApple, isInstalled, useInstall } from '#client/session/use-install.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Disclosure } from '#client/ui/disclosure.tsx';
import styles from './account.module.css';
import { AccountSection } from './account-section.tsx';

/** Installs the app, or says how, and what the browser keeps of what is stored on this device. */
export function InstalledApp() {
  const { t, texts } = useTranslation(['rare']);
  const install = useInstall();
  return (
    <AccountSection title={texts.install.title}>
      <p>{t(($) => $.install[isInstalled() ? 'here' : 'lead'])}</p>
      {!isInstalled() &&
        (install ? (
          <Button wide label={texts.install.act} onClick={() => void install().catch(console.error)} />
        ) : (
          <InstallSteps />
        ))}
      <Storage />
    </AccountSection>
  );
}

function Storage() {
  const { t, texts } = useTranslation();
  const state = usePersistence();
  return (
    <Disclosure summary={texts.install.storage.title}>
      <div className="stack gap-4">
        <p role="status">{state && t(($) => $.install.storage[state])}</p>
        <p>{texts.install.storage.full}</p>
        <p>{texts.install.storage.private}</p>
      </div>
    </Disclosure>
  );
}

/** The browser's answer if it may clear what is stored here; undefined until it is known. */
function usePersistence(): 'kept' | 'mayGo' | 'unknown' | undefined {
  const [state, setState] = useState<'kept' | 'mayGo' | 'unknown'>();
  useEffect(() => {
    const asked = navigator.storage?.persisted?.();
    if (!asked) return setState('unknown');
    asked.then(
      (isKept) => setState(isKept ? 'kept' : 'mayGo'),
      () => setState('unknown'),
    );
  }, []);
  return state;
}

/** The way to the home screen where a browser lets no page offer it: for iPhone and iPad in words and signs. */
function InstallSteps() {
  const { texts } = useTranslation(['rare']);
  if (!isApple()) return <p>{texts.install.byMenu}</p>;
  const list = [
    { Icon: Share, text: texts.install.apple.share },
    { Icon: SquarePlus, text: texts.install.apple.add },
    { Icon: Smartphone, text: texts.install.apple.signIn },
  ];
  return (
    <ol className="stack gap-3">
      {list.map(({ Icon, text }) => (
        <li key={text} className="line gap-3">
          <span className={`${styles.sign} center`}>
            <Icon size={28} />
          </span>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  );
}
