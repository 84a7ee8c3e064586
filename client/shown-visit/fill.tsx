/** A text with `{{placeholders}}`, and the names and times for them. */
export interface Filled {
  text: string;
  values: Readonly<Record<string, string>>;
}

const PLACEHOLDER = /\{\{(\w+)\}\}/;

/** A filled text; each value keeps its own direction, whatever a name is written in. */
export function Fill({ text, values }: Filled) {
  // The odd ones are the names of the placeholders.
  return text.split(PLACEHOLDER).map((part, index) => {
    const key = `${index}`;
    return index % 2 === 0 ? part && <span key={key}>{part}</span> : <bdi key={key}>{values[part]}</bdi>;
  });
}

/** The same as plain text, for a screen reader. */
export function plain({ text, values }: Filled): string {
  return text.replaceAll(new RegExp(PLACEHOLDER, 'g'), (_whole, name: string) => values[name] ?? '');
}
