import { lazyComponent, suspendingComponent } from '#client/ui/lazy/lazy-component.tsx';

/** Asks what is followed as long as the board is open; loaded after the first screen. */
export const WatchFollowed = lazyComponent(
  () => import('./with-others.tsx'),
  'WatchFollowed',
  () => null,
);

/** The children who are followed at other families. The board of who follows somebody waits for it, so that no row moves. */
export const WithOthers = suspendingComponent(
  () => import('./with-others.tsx'),
  'WithOthers',
  () => null,
);
