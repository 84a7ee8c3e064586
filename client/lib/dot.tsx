import { Fragment } from 'react';

/** Its space draws the dot, so none shows where the line breaks. */
export function Dot() {
  return (
    <span className="dot">
      <span>{'\u00a0·'}</span>
      <span> </span>
    </span>
  );
}

/** Draws each ' · ' as a `Dot`. */
export function Dotted({ text }: { text: string }) {
  return text.split(' · ').map((part, at) => (
    <Fragment key={part}>
      {at > 0 && <Dot />}
      <span>{part}</span>
    </Fragment>
  ));
}
