import ChevronRight from 'lucide-react/icons/chevron-right';
import Copy from 'lucide-react/icons/copy';
import FolderDown from 'lucide-react/icons/folder-down';
import KeyRound from 'lucide-react/icons/key-round';
import Share2 from 'lucide-react/icons/share-2';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Smartphone from 'lucide-react/icons/smartphone';
import UsersRound from 'lucide-react/icons/users-round';
import { type ComponentProps, Suspense, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ChildView, HouseholdView } from '#client/data/port.ts';
import { Children, ChildTitle } from '#client/features/children/children.tsx';
import { FollowersAtRow, FollowersInSheet } from '#client/features/followers/lazy-followers.tsx';
import { FollowButton } from '#client/features/following/follow-button.tsx';
import { BackToProfile } from '#client/features/profile/back-to-profile.tsx';
import profileStyles from '#client/features/profile/profile.module.css';
import { Visitors } from '#client/features/visitors/visitors.tsx';
import { useAuth } from '#client/session/auth.tsx';
import { useDeferredView } from '#client/session/use-household.ts';
import { useVisitorActions } from '#client/session/use-visitor-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { useLeave } from '#client/ui/hooks/unsaved.ts';
import { useMessageChannels } from '#client/ui/hooks/use-message-channels.ts';
import { useFocusOnNavigation, useSearchParams } from '#client/ui/hooks/use-navigation.ts';
import { lazyComponent, noMessage, suspendingComponent } from '#client/ui/lazy/lazy-component.tsx';
import { Link } from '#client/ui/link.tsx';
import { Card, List, PageTitle } from '#client/ui/sections.tsx';
import type { Id } from '#domain/ids.ts';
import { LoadFailed } from './load-failed.tsx';
import styles from './signed-in.module.css';

const ProfileForm = suspendingComponent(
  () => import('#client/features/profile/profile-form.tsx'),
  'ProfileForm',
);

/** Loaded only for visitors whose family said something through a link. */
const RefusalOf = lazyComponent(
  () => import('#client/features/links/refusal-note.tsx'),
  'RefusalNote',
  noMessage,
);

const NoteOf: ComponentProps<typeof Visitors>['note'] = (props) => (
  <>
    {props.visitor.linkRefusal && <RefusalOf {...props} />}
    <FollowersAtRow {...props} />
  </>
);

const FriendMonth = suspendingComponent(
  () => import('#client/features/history/often-here.tsx'),
  'FriendMonth',
  noMessage,
);

const AdditionOf: ComponentProps<typeof Visitors>['addition'] = (props) => (
  <>
    <FriendMonth visitor={props.visitor} />
    <FollowersInSheet {...props} />
  </>
);

const WIDE = '(min-width: 60rem)';

/** On a phone the child has its own page. The width at the start decides: turning a tablet closes nothing. */
export function Profile() {
  const view = useDeferredView();
  const [isWide] = useState(() => window.matchMedia(WIDE).matches);
  const [query] = useSearchParams();
  const inUrl = view.children.find(({ id }) => id === query.get('child'));
  const opened = isWide ? undefined : inUrl;
  useFocusOnNavigation(opened?.id ?? '');
  if (opened) return <ChildPage child={opened} />;
  return <Overview view={view} isWide={isWide} beside={isWide ? (inUrl ?? view.children[0]) : undefined} />;
}

function ChildPage({ child }: { child: ChildView }) {
  return (
    <div className={`${styles.page} ${styles.narrow} page stack gap-4`}>
      <BackToProfile />
      <ChildTitle child={child} />
      <VisitorsOf key={child.id} child={child} />
    </div>
  );
}

interface OverviewProps {
  view: HouseholdView;
  isWide: boolean;
  beside: ChildView | undefined;
}

function Overview({ view, isWide, beside }: OverviewProps) {
  const { texts } = useTranslation();
  const { account } = useAuth();
  const [, setQuery] = useSearchParams();
  const navigate = useNavigate();
  const leave = useLeave();
  const choose = (child: Id) =>
    isWide ? setQuery({ child }) : leave(() => void navigate(`?child=${child}`));
  return (
    <div className={`${styles.page} ${isWide ? '' : styles.narrow} page stack gap-5`}>
      <PageTitle>{texts.common.nav.profile}</PageTitle>
      {view.state === 'loading' ? (
        <Skeleton rows={6} />
      ) : view.state === 'failed' || !view.profile ? (
        <LoadFailed isLogged />
      ) : (
        <div className={`${isWide ? styles.columns : ''} stack gap-5`}>
          <Children list={view.children} chosen={beside?.id} onChoose={choose} others={<FollowButton />} />
          {beside && <VisitorsOf key={beside.id} child={beside} />}
          <div className="stack gap-5">
            <ProfilePages />
            <Suspense fallback={<Skeleton rows={6} />}>
              <ProfileForm profile={view.profile} />
              {account && <UserId id={account.uid} />}
            </Suspense>
          </div>
        </div>
      )}
    </div>
  );
}

function VisitorsOf({ child }: { child: ChildView }) {
  const actions = useVisitorActions();
  const shared = { child, actions, note: NoteOf, addition: AdditionOf };
  return (
    <div className={`${styles.visitors} stack top gap-5`}>
      <Visitors kind="friend" {...shared} />
      <Visitors kind="guest" {...shared} />
    </div>
  );
}

/** In the order of their rows. */
const PAGES = [
  ['parents', UsersRound],
  ['device', Smartphone],
  ['account', KeyRound],
  ['security', ShieldCheck],
  ['data', FolderDown],
] as const;

function ProfilePages() {
  const { texts } = useTranslation();
  return (
    <nav aria-label={texts.profile.settings}>
      <List className={`${profileStyles.pages} surface`}>
        {PAGES.map(([name, Icon]) => (
          <li key={name} className={profileStyles.page}>
            <Link to={`/profile/${name}`} className={`${profileStyles.link} line gap-3`}>
              <Icon size={24} className="muted" />
              <span className={`${profileStyles.words} stack`}>
                <span className={'hover-underlined strong'}>{texts.profile.pages[name].title}</span>
                <span className="muted small">{texts.profile.pages[name].about}</span>
              </span>
              <ChevronRight size={20} className="muted" />
            </Link>
          </li>
        ))}
      </List>
    </nav>
  );
}

/** Another parent needs it to add this parent's child as a guest. */
function UserId({ id }: { id: string }) {
  const { t, texts } = useTranslation('details');
  const heading = useId();
  const channels = useMessageChannels({ copied: id, shared: t(($) => $.profileForm.userId.message, { id }) });
  return (
    <section aria-labelledby={heading}>
      <Card className="stack gap-2">
        <div className="row between gap-2">
          <h2 id={heading}>{texts.profileForm.userId.title}</h2>
          {channels.share ? (
            <Button variant="secondary" icon={Share2} label={texts.common.share} onClick={channels.share} />
          ) : (
            <Button variant="secondary" icon={Copy} label={texts.common.copy} onClick={channels.copy} />
          )}
        </div>
        <p className="muted small">{texts.profileForm.userId.hint}</p>
        <code className={`${profileStyles.userId} wrap`} translate="no">
          {id}
        </code>
        <p role="status" className="collapse">
          {channels.result && t(($) => $.profileForm.userId[channels.result ?? 'copied'])}
        </p>
      </Card>
    </section>
  );
}
