import { Fragment } from 'react';

/** Separates words of a line: its space draws the dot, as a space has no width where the line breaks. */
export function Dot() {
  return (
    <span className="dot">
      <span>{'\u00a0·'}</span>
      <span> </span>
    </span>
  );
}

/** Each ' · ' of the text is drawn as a `Dot`. */
export function Dotted({ text }: { text: string }) {
  return text.split(' · ').map((part, at) => (
    <Fragment key={part}>
      {at > 0 && <Dot />}
      <span>{part}</span>
    </Fragment>
  ));
}
