import { lazyComponent, noMessage, suspendingComponent } from '#client/ui/lazy/lazy-component.tsx';

/** Loaded after the first screen; polls while the board is open. */
export const WatchFollowed = lazyComponent(() => import('./with-others.tsx'), 'WatchFollowed', noMessage);

/** A follower's board waits for it, so that no row moves. */
export const WithOthers = suspendingComponent(() => import('./with-others.tsx'), 'WithOthers', noMessage);
