import { lazyComponent } from '#client/ui/lazy/lazy-component.tsx';

/** The words of a visitor's family through a link, at the person: rendered, and loaded, for those alone who said something. */
export const RefusalOf = lazyComponent(
  () => import('./refusal-note.tsx'),
  'RefusalNote',
  () => null,
);
