import { lazyComponent } from '#client/ui/lazy/lazy-component.tsx';

/** What a visitor's family said through a link, at the person: rendered, and loaded, for those alone who said something. */
export const RefusalOf = lazyComponent(
  () => import('./refusal-note.tsx').then(({ RefusalNote }) => RefusalNote),
  () => null,
);
