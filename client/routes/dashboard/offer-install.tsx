import { useState } from 'react';
import { mayOfferInstall } from '#client/data/device/install-offer.ts';
import { useInstall } from '#client/session/use-install.ts';
import { lazyComponent } from '#client/ui/lazy/lazy-component.tsx';

const InstallOffer = lazyComponent(
  () => import('./install-offer.tsx').then(({ InstallOffer: Offer }) => Offer),
  () => null,
);

/** The past visits from which on the app has shown its use. */
const ENOUGH = 3;

/** Offers to install the app, below everything else, so that no row moves and nothing is covered. */
export function OfferInstall({ visits }: { visits: number }) {
  const install = useInstall();
  const [isQuiet, setQuiet] = useState(() => !mayOfferInstall());
  if (!install || isQuiet || visits < ENOUGH) return null;
  return <InstallOffer onInstall={install} onDone={() => setQuiet(true)} />;
}
