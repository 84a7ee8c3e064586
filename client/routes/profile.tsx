import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ChildView, HouseholdView } from '#client/data/port.ts';
import { Children, ChildTitle } from '#client/features/children/children.tsx';
import { FollowersAtRow, FollowersInSheet } from '#client/features/followers/lazy-followers.tsx';
import { FollowButton } from '#client/features/following/follow-button.tsx';
import { BackToProfile } from '#client/features/profile/back-to-profile.tsx';
import { ProfileForm } from '#client/features/profile/profile-form.tsx';
import { ProfilePages } from '#client/features/profile/profile-pages.tsx';
import { UserId } from '#client/features/profile/user-id.tsx';
import type { VisitorNote } from '#client/features/visitors/visitor-row.tsx';
import { Visitors } from '#client/features/visitors/visitors.tsx';
import { toneOf } from '#client/people/child-tones.ts';
import { useAuth } from '#client/session/auth.tsx';
import { useDeferredView } from '#client/session/use-household.ts';
import { useVisitorActions } from '#client/session/use-visitor-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { useLeave } from '#client/ui/hooks/unsaved.ts';
import { useFocusOnNavigation } from '#client/ui/hooks/use-focus-on-navigation.ts';
import { useSearchParams } from '#client/ui/hooks/use-search-params.ts';
import { lazyComponent } from '#client/ui/lazy/lazy-component.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import type { Profile as ProfileDocument } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import { LoadFailed } from './load-failed.tsx';
import styles from './signed-in.module.css';

/** The words of a visitor's family through a link, at the person: rendered, and loaded, for those alone who said something. */
const RefusalOf = lazyComponent(
  () => import('#client/features/links/refusal-note.tsx'),
  'RefusalNote',
  () => null,
);

/** The words of another family at a person: what it said through a link, and that it follows. */
const NoteOf: VisitorNote = (props) => (
  <>
    {props.visitor.linkRefusal && <RefusalOf {...props} />}
    <FollowersAtRow {...props} />
  </>
);

/** Here a child's friends and guests stand beside the rest. */
const WIDE = '(min-width: 60rem)';

/**
 * The family and the settings as lists. On a phone the child in the URL has a page of its own; a wide screen shows its friends
 * and guests beside the rest, by default those of the first child. The width at the start decides: turning a tablet closes
 * no dialog.
 */
export function Profile() {
  const view = useDeferredView();
  const [isWide] = useState(() => window.matchMedia(WIDE).matches);
  const [query] = useSearchParams();
  const inUrl = view.children.find(({ id }) => id === query.get('child'));
  const opened = isWide ? undefined : inUrl;
  useFocusOnNavigation(opened?.id ?? '');
  if (opened) return <ChildPage list={view.children} child={opened} />;
  return <Overview view={view} isWide={isWide} beside={isWide ? (inUrl ?? view.children[0]) : undefined} />;
}

function ChildPage(props: VisitorsProps) {
  const { child } = props;
  return (
    <div className={`${styles.page} ${styles.narrow} page stack gap-4`}>
      <BackToProfile />
      <ChildTitle child={child} />
      <VisitorsOf key={child.id} {...props} />
    </div>
  );
}

interface OverviewProps {
  view: HouseholdView;
  isWide: boolean;
  /** The child whose friends and guests stand beside the rest. */
  beside: ChildView | undefined;
}

function Overview({ view, isWide, beside }: OverviewProps) {
  const { texts } = useTranslation();
  return (
    <div className={`${styles.page} ${isWide ? '' : styles.narrow} page stack gap-5`}>
      <PageTitle>{texts.profile.title}</PageTitle>
      {view.state === 'loading' ? (
        <Skeleton rows={6} />
      ) : view.state === 'failed' || !view.profile ? (
        <LoadFailed isLogged />
      ) : (
        <div className={`${isWide ? styles.columns : ''} stack gap-5`}>
          <ChildList list={view.children} isWide={isWide} chosen={beside?.id} />
          {beside && <VisitorsOf key={beside.id} list={view.children} child={beside} />}
          <Settings profile={view.profile} />
        </div>
      )}
    </div>
  );
}

interface ChildListProps {
  list: readonly ChildView[];
  isWide: boolean;
  chosen: Id | undefined;
}

function ChildList({ list, isWide, chosen }: ChildListProps) {
  const [, setQuery] = useSearchParams();
  const navigate = useNavigate();
  const leave = useLeave();
  const choose = (child: Id) =>
    isWide ? setQuery({ child }) : leave(() => void navigate(`?child=${child}`));
  return <Children list={list} chosen={chosen} onChoose={choose} others={<FollowButton />} />;
}

interface VisitorsProps {
  list: readonly ChildView[];
  child: ChildView;
}

function VisitorsOf({ list, child }: VisitorsProps) {
  const actions = useVisitorActions();
  const shared = { child, tone: toneOf(list, child.id), actions, note: NoteOf, addition: FollowersInSheet };
  return (
    <div className={`${styles.visitors} stack gap-5`}>
      <Visitors kind="friend" {...shared} />
      <Visitors kind="guest" {...shared} />
    </div>
  );
}

function Settings({ profile }: { profile: ProfileDocument }) {
  const { account } = useAuth();
  return (
    <div className="stack gap-5">
      <ProfilePages />
      <ProfileForm profile={profile} />
      {account && <UserId id={account.uid} />}
    </div>
  );
}
