import Undo2 from 'lucide-react/icons/undo-2';
import type { ChildView } from '#client/data/port.ts';
import { Dotted } from '#client/lib/dot.tsx';
import { ByWhom } from '#client/people/by-whom.tsx';
import { PersonName } from '#client/people/person-name.tsx';
import { useViewPart } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { List } from '#client/ui/sections.tsx';
import type { RemovedVisit } from '#domain/documents.ts';
import styles from './removed-visits.module.css';
import { useVisitActions } from './use-visit-actions.ts';

export function RemovedVisits({ list }: { list: readonly ChildView[] }) {
  const { t, texts } = useTranslation('details');
  const removed = list
    .flatMap((child) => (child.removedVisits ?? []).map((removal) => ({ child, removal })))
    .toSorted((a, b) => (a.removal.at > b.removal.at ? -1 : 1));
  if (removed.length === 0) return null;
  return (
    <details className={`${styles.removals} surface`}>
      <summary className={`${styles.summary} line strong`}>
        {t(($) => $.visit.removals, { count: removed.length })}
      </summary>
      <p className="muted small">{texts.visit.removalsHint}</p>
      <List className="stack">
        {removed.map(({ child, removal }) => (
          <Removal key={removal.id} child={child} removal={removal} />
        ))}
      </List>
    </details>
  );
}

function Removal({ child, removal }: { child: ChildView; removal: RemovedVisit }) {
  const { t, texts, format } = useTranslation('details');
  const actions = useVisitActions();
  const parents = useViewPart((view) => view.parents);
  const { id: visit, at, by, visit: was } = removal;
  const { visitor, arrived, left } = was;
  const last = (left ?? arrived)?.at ?? '';
  const begun = arrived ? format.dateTime(arrived.at) : texts.history.unknown;
  const ended = left ? format.sinceTime(left.at) : was.open ? '' : texts.history.unknown;
  const ref = { child: child.id, kind: visitor.kind, visitor: visitor.id };
  return (
    <li className={`${styles.row} row between`}>
      <div className={`${styles.who} stack wrap`}>
        <span>
          <PersonName>{visitor.name}</PersonName>
          <span>{` ${texts.history.with} `}</span>
          <PersonName>{child.name}</PersonName>
        </span>
        <span className="muted small">
          <Dotted
            text={`${begun}–${ended} · ${t(($) => $.visit.removedAt, { time: format.sinceTime(at) })}`}
          />
          <ByWhom lead=" " parents={parents} uids={[by]} />
        </span>
      </div>
      <Button
        variant="quiet"
        icon={Undo2}
        label={texts.visit.restore}
        aria-label={t(($) => $.visit.restoreNamed, { name: visitor.name, time: begun })}
        onClick={() => actions.restore({ ...ref, visit, last })}
      />
    </li>
  );
}
