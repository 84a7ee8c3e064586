import { lazyComponent, noMessage, suspendingComponent } from '#client/ui/lazy/lazy-component.tsx';

export const WatchFollowed = lazyComponent(() => import('./with-others.tsx'), 'WatchFollowed', noMessage);

/** A follower's board waits for it, so that no row moves. */
export const WithOthers = suspendingComponent(() => import('./with-others.tsx'), 'WithOthers', noMessage);
