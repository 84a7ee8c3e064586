import type { HTMLAttributes } from 'react';

interface Props extends HTMLAttributes<HTMLElement> {
  ordered?: boolean;
}

/** A list without bullets or numbers. It says its role, because Safari drops the one of such a list. */
export function List({ ordered, ...rest }: Props) {
  const Tag = ordered ? 'ol' : 'ul';
  return <Tag role="list" {...rest} />;
}
