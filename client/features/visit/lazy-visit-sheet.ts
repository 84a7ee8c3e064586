import { lazyDialog } from '#client/ui/lazy/lazy-component.tsx';

/** The sheet of one visit, loaded on first use. Its props are those of `visit-sheet.tsx`. */
export const VisitSheet = lazyDialog(() => import('./visit-sheet.tsx'), 'VisitSheet');

/** The sheet that adds a past visit, loaded on first use. */
export const AddVisitSheet = lazyDialog(() => import('./add-visit-sheet.tsx'), 'AddVisitSheet');
