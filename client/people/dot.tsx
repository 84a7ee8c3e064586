/** Separates words of a line: its space draws the dot, as a space has no width where the line breaks. */
export function Dot() {
  return (
    <span className="dot">
      <span>{'\u00a0·'}</span>
      <span> </span>
    </span>
  );
}
