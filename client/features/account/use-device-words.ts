import { useTranslation } from '#client/translations/use-translation.tsx';

/** Words a name that the server made of a browser and its system, "Chrome · Android", as "Chrome på Android"; others stay. */
export function useDeviceWords(): (name: string) => string {
  const { t } = useTranslation();
  return (name) => {
    const [browser = '', system, ...more] = name.split(' · ');
    if (system === undefined || more.length > 0) return name;
    return t(($) => $.account.devices.browserOn, { browser, system });
  };
}
