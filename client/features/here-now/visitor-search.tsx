import type { ChildView } from '#client/data/port.ts';
import { SearchField } from '#client/forms/search-field.tsx';
import { SEARCHED_FROM } from '#client/people/matches-name.ts';
import { countVisitors } from './presence.ts';

interface Props {
  list: readonly ChildView[];
  typed: string;
  onType(typed: string): void;
}

/** Searches the board's lists; a short list needs no search. */
export function VisitorSearch({ list, typed, onType }: Props) {
  if (countVisitors(list) < SEARCHED_FROM) return null;
  return <SearchField value={typed} onChange={onType} />;
}
