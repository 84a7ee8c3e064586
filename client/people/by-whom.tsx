import { Fragment } from 'react';
import type { HouseholdView } from '#client/data/port.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import type { Id } from '#domain/ids.ts';
import { PersonName } from './person-name.tsx';

export type Parents = HouseholdView['parents'];

interface ByWhomProps {
  parents: Parents;
  uids: readonly (Id | undefined)[];
  /** Precedes the words; not shown without them. */
  lead?: string;
}

/** "av Anna", "av Anna och Bo", "av en tidigare förälder"; nothing in a household of one parent. */
export function ByWhom({ parents, uids, lead = '' }: ByWhomProps) {
  const { texts } = useTranslation();
  const known = [...new Set(uids.filter((uid) => uid !== undefined))];
  if (!parents || known.length === 0) return null;
  const nameOf = (uid: Id) => parents.find((parent) => parent.uid === uid)?.name;
  const names = [...new Set(known.map(nameOf))];
  return (
    <>
      <span>{`${lead}${texts.history.by} `}</span>
      {names.map((name, place) => (
        <Fragment key={name ?? ''}>
          {place > 0 && <span>{` ${texts.history.and} `}</span>}
          {name === undefined ? <span>{texts.history.formerParent}</span> : <PersonName>{name}</PersonName>}
        </Fragment>
      ))}
    </>
  );
}
