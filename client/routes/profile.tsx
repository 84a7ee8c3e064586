import { useEffect, useRef } from 'react';
import type { ChildView, HouseholdView } from '#client/data/port.ts';
import { Children } from '#client/features/children/children.tsx';
import { ProfileForm } from '#client/features/profile/profile-form.tsx';
import { UserId } from '#client/features/profile/user-id.tsx';
import { Visitors } from '#client/features/visitors/visitors.tsx';
import { useAuth } from '#client/session/auth.tsx';
import { useDeferredView } from '#client/session/use-household.ts';
import { useVisitorActions } from '#client/session/use-visitor-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { LinkButton } from '#client/ui/buttons/button.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { useSearchParams } from '#client/ui/hooks/use-search-params.ts';
import { lazyComponent } from '#client/ui/lazy/lazy-component.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import type { Id } from '#domain/ids.ts';
import { LoadFailed } from './load-failed.tsx';
import styles from './signed-in.module.css';

/** The words of a visitor's family through a link, at the person: rendered, and loaded, for those alone who said something. */
const RefusalOf = lazyComponent(
  () => import('#client/features/links/refusal-note.tsx'),
  'RefusalNote',
  () => null,
);

export function Profile() {
  const { texts } = useTranslation();
  const view = useDeferredView();
  return (
    <div className={`${styles.page} page stack gap-5`}>
      <PageTitle>{texts.profile.title}</PageTitle>
      <Contents view={view} />
    </div>
  );
}

function Contents({ view }: { view: HouseholdView }) {
  const { texts } = useTranslation();
  const { account } = useAuth();
  if (view.state === 'loading') return <Skeleton rows={6} />;
  if (view.state === 'failed' || !view.profile) return <LoadFailed isLogged />;
  return (
    <div className={`${styles.evenColumns} stack gap-6`}>
      <div className={`${styles.column} stack gap-5`}>
        <ProfileForm profile={view.profile} />
        {account && <UserId id={account.uid} />}
        <LinkButton to="/profile/account#parents" variant="secondary" wide label={texts.profile.toParents} />
        <LinkButton to="/profile/account" variant="secondary" wide label={texts.profile.toAccount} />
      </div>
      <People list={view.children} />
    </div>
  );
}

/** The children, and the friends and guests of the child in the URL; by default of the first child. */
function People({ list }: { list: readonly ChildView[] }) {
  const [query, setQuery] = useSearchParams();
  const actions = useVisitorActions();
  const childInUrl = query.get('child');
  const child = list.find(({ id }) => id === childInUrl) ?? list[0];
  const choose = (id: Id) => setQuery({ child: id });
  const ofChild = useScrollTo(childInUrl);
  return (
    <div className={`${styles.column} stack gap-5`}>
      <Children list={list} chosen={child?.id} onChoose={choose} />
      {child && (
        <div key={child.id} ref={ofChild} className={`${styles.column} stack gap-5`}>
          <Visitors kind="friend" child={child} actions={actions} note={RefusalOf} />
          <Visitors kind="guest" child={child} actions={actions} note={RefusalOf} />
        </div>
      )}
    </div>
  );
}

/** Scrolls to the visitors of the child in the URL if they are out of sight, as on phones. */
function useScrollTo(child: Id | null) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (child === null) return undefined;
    // A frame later, because navigation first scrolls to the top.
    const frame = requestAnimationFrame(() => scrollIntoSight(element.current));
    return () => cancelAnimationFrame(frame);
  }, [child]);
  return element;
}

/** Does not scroll away from a visible focus, for keyboard users. */
function scrollIntoSight(element: HTMLElement | null): void {
  if (!element || document.activeElement?.matches(':focus-visible')) return;
  const { top } = element.getBoundingClientRect();
  const prefersReducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (top < 0 || top > window.innerHeight / 2)
    element.scrollIntoView({ behavior: prefersReducedMotion ? 'auto' : 'smooth' });
}
