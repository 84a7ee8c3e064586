import Smile from 'lucide-react/icons/smile';
import { useTranslation } from 'react-i18next';
import type { ChildView } from '#client/data/port.ts';
import { VisitorsSection } from '#client/people/visitors-section.tsx';
import { useHouseholdIfAny } from '#client/session/use-household.ts';
import { lazyComponent } from '#client/ui/lazy-component.tsx';
import { FriendRow } from './friend-row.tsx';

const FriendDialog = lazyComponent(() =>
  import('./friend-dialog.tsx').then(({ FriendDialog: Dialog }) => Dialog),
);

/** The friends of one child: the list, the friend modal, changing and removing. */
export function Friends({ child }: { child: ChildView }) {
  const { t } = useTranslation();
  const household = useHouseholdIfAny();
  return (
    <VisitorsSection
      visitors={child.friends}
      title={t(($) => $.people.friendsOf, { name: child.name })}
      addLabel={t(($) => $.people.addFriend)}
      added={t(($) => $.people.friendAdded)}
      empty={{
        icon: <Smile size={32} />,
        title: t(($) => $.people.noFriends.title),
        text: t(($) => $.people.noFriends.text),
      }}
      row={(friend, actions) => <FriendRow key={friend.ref.visitor} friend={friend} {...actions} />}
      form={(friend, ends) => <FriendDialog child={child.id} friend={friend} {...ends} />}
      remove={({ ref }) => household?.run('deleteFriend', { child: child.id, friend: ref.visitor })}
    />
  );
}
