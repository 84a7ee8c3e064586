import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { VisitView } from '#client/data/port.ts';
import { correctedNow } from '#client/lib/corrected-now.ts';
import { Dotted } from '#client/lib/dot.tsx';
import { PersonName } from '#client/people/person-name.tsx';
import { shownTime, visitSpan } from '#client/people/visit-span.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { dayOf, startOfDay } from '#client/ui/local-day.ts';
import styles from './printed-visits.module.css';

interface Props {
  visits: readonly VisitView[];
  /** Whose visits and of which days. */
  title: string;
  /** Older visits are still to come, which the paper says. */
  isLoading: boolean;
}

/** On paper a table of all that the filter leaves stands in the place of the page. */
export function PrintedVisits(props: Props) {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const printing = new AbortController();
    addEventListener('beforeprint', () => flushSync(() => setPrinting(true)), printing);
    addEventListener('afterprint', () => setPrinting(false), printing);
    return () => printing.abort();
  }, []);
  return isPrinting ? <VisitTable {...props} /> : null;
}

function VisitTable({ visits, title, isLoading }: Props) {
  const { texts } = useTranslation();
  const { day, person, child, length, loadingOlder } = texts.historyPage;
  return (
    <table className={styles.printed}>
      <caption>
        <Dotted text={isLoading ? `${title} · ${loadingOlder}` : title} />
      </caption>
      <thead>
        <tr>
          {[day, person, child, texts.history.arrived, texts.history.left, length].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {visits.map((visit) => (
          <PrintedVisit key={visit.visit} visit={visit} />
        ))}
      </tbody>
    </table>
  );
}

function PrintedVisit({ visit }: { visit: VisitView }) {
  const { texts, format } = useTranslation();
  const { arrived, left, open, name, childName } = visit;
  const span = visitSpan(visit, correctedNow());
  const day = startOfDay(dayOf(span.from));
  const time = (at: string | undefined) => (at ? format.timeUnder(day, at) : texts.history.unknown);
  return (
    <tr>
      <td>{format.date(day)}</td>
      <td>
        <PersonName>{name}</PersonName>
      </td>
      <td>
        <PersonName>{childName}</PersonName>
      </td>
      <td>{time(arrived?.at)}</td>
      <td>{open ? texts.common.active : time(left?.at)}</td>
      <td>{arrived && (left || open) ? format.duration(shownTime(span)) : ''}</td>
    </tr>
  );
}
