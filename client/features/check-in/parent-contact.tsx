import type { VisitorView } from '#client/data/port.ts';
import { CallLink } from '#client/people/call-link.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { TellButton } from '#client/ui/buttons/tell-button.tsx';

/** Buttons to reach the parent of the visitor who was just set in or out. */
export function ParentContact({
  visitor: { name, parentContact, ref },
  onTell,
}: {
  visitor: VisitorView;
  onTell: () => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      {ref.kind === 'friend' && <CallLink name={name} phone={parentContact} />}
      <TellButton label={t(($) => $.tell.parentOf, { name })} word={t(($) => $.tell.word)} onTell={onTell} />
    </>
  );
}
