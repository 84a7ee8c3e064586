import HandHeart from 'lucide-react/icons/hand-heart';
import { useTranslation } from 'react-i18next';
import type { ChildView } from '#client/data/port.ts';
import { VisitorsSection } from '#client/people/visitors-section.tsx';
import { useHouseholdIfAny } from '#client/session/use-household.ts';
import type { VisitorActions } from '#client/session/use-visitor-actions.ts';
import { lazyComponent } from '#client/ui/lazy-component.tsx';
import { GuestRow } from './guest-row.tsx';

const GuestDialog = lazyComponent(() =>
  import('./guest-dialog.tsx').then(({ GuestDialog: Dialog }) => Dialog),
);

/** The guests of one child: the list, adding, changing, removing and the status of each. */
export function Guests({ child, actions }: { child: ChildView; actions: VisitorActions }) {
  const { t } = useTranslation();
  const household = useHouseholdIfAny();
  return (
    <VisitorsSection
      visitors={child.guests}
      title={t(($) => $.people.guestsOf, { name: child.name })}
      addLabel={t(($) => $.people.addGuest)}
      added={t(($) => $.common.success)}
      empty={{
        icon: <HandHeart size={32} />,
        title: t(($) => $.people.noGuests.title),
        text: t(($) => $.people.noGuests.text),
      }}
      row={(guest, rowActions) => (
        <GuestRow key={guest.ref.visitor} guest={guest} actions={actions} {...rowActions} />
      )}
      form={(guest, ends) => <GuestDialog child={child.id} guest={guest} {...ends} />}
      remove={({ ref }) => household?.run('deleteGuest', { child: child.id, guest: ref.visitor })}
    />
  );
}
