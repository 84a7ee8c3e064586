import { lazyDialog } from '#client/ui/lazy/lazy-component.tsx';

/** Asks whether what was typed replaces what somebody saved since. */
export const ChangedMeanwhile = lazyDialog(() => import('./changed-meanwhile.tsx'), 'ChangedMeanwhile');
