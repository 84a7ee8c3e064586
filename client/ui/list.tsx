import type { HTMLAttributes } from 'react';
import type { Elements } from '#client/lib/jsx.ts';

interface Props extends Omit<HTMLAttributes<HTMLElement>, 'children'> {
  ordered?: boolean;
  children: Elements;
}

/** A list without bullets or numbers. It says its role, because Safari drops the one of such a list. */
export function List({ ordered, ...rest }: Props) {
  const Tag = ordered ? 'ol' : 'ul';
  return <Tag role="list" {...rest} />;
}
