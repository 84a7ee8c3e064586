import { Fragment } from 'react';
import type { HouseholdView } from '#client/data/port.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import type { Id } from '#domain/ids.ts';
import { PersonName } from './person-name.tsx';

/** `HouseholdView.parents`. */
export type Parents = HouseholdView['parents'];

interface Props {
  parents: Parents;
  /** Whoever tapped. */
  uids: readonly (Id | undefined)[];
  /** Stands before the words, and with them alone. */
  lead?: string;
}

/** "av Anna", "av Anna och Bo", "av en tidigare förälder"; nothing in a household of one parent. */
export function ByWhom({ parents, uids, lead = '' }: Props) {
  const { t } = useTranslation();
  const known = [...new Set(uids.filter((uid) => uid !== undefined))];
  if (!parents || known.length === 0) return null;
  const nameOf = (uid: Id) => parents.find((parent) => parent.uid === uid)?.name;
  const names = [...new Set(known.map(nameOf))];
  return (
    <>
      <span>{`${lead}${t(($) => $.history.by)} `}</span>
      {names.map((name, place) => (
        <Fragment key={name ?? ''}>
          {place > 0 && <span>{` ${t(($) => $.history.and)} `}</span>}
          {name === undefined ? (
            <span>{t(($) => $.history.formerParent)}</span>
          ) : (
            <PersonName>{name}</PersonName>
          )}
        </Fragment>
      ))}
    </>
  );
}
