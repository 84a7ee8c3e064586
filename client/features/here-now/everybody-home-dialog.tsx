import DoorOpen from 'lucide-react/icons/door-open';
import { Fragment, useEffect } from 'react';
import type { ChildView } from '#client/data/port.ts';
import { PersonName } from '#client/people/person-name.tsx';
import { useHousehold, useViewPart } from '#client/session/use-household.ts';
import { useSeveral } from '#client/session/use-several.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import type { Id } from '#domain/ids.ts';
import { presentVisitors } from './board-order.ts';

interface Props {
  /** Those here when it opened: anybody arriving meanwhile stays. */
  asked: readonly Id[];
  onClose(): void;
}

/** One press checks them all out, and one undoes that. */
export function EverybodyHomeDialog({ asked, onClose }: Props) {
  const { t, texts } = useTranslation();
  const household = useHousehold();
  const toast = useToast();
  const setSeveral = useSeveral();
  const stillHere = (children: readonly ChildView[]) =>
    presentVisitors(children)
      .map(({ visitor }) => visitor)
      .filter(({ ref }) => asked.includes(ref.visitor));
  const going = stillHere(useViewPart(({ children }) => children) ?? []);
  const count = going.length;
  useEffect(() => {
    if (count === 0) onClose();
  }, [count, onClose]);
  const checkOut = () => {
    void setSeveral(stillHere(household.view().children), 'out').then(toast);
    onClose();
  };
  const footer = (
    <>
      <Button variant="secondary" label={texts.common.cancel} onClick={onClose} />
      <Button
        variant="checkOut"
        data-moves
        icon={DoorOpen}
        label={t(($) => $.hereNow.checkOutCount, { count })}
        onClick={checkOut}
      />
    </>
  );
  return (
    <Dialog
      role="alertdialog"
      title={t(($) => $.hereNow.allHomeTitle, { count })}
      footer={footer}
      onClose={onClose}
    >
      <p>
        {going.map(({ ref, name }, place) => (
          <Fragment key={ref.visitor}>
            {place > 0 && <span>, </span>}
            <PersonName>{name}</PersonName>
          </Fragment>
        ))}
      </p>
    </Dialog>
  );
}
