/** An event of a stream: its name and data. */
export interface ServerSentEvent {
  name: string;
  data: string;
}

/**
 * Parses server-sent events that arrive in pieces (WHATWG HTML, section 9.2). Returns a function that takes the next piece
 * and returns the events that it completes.
 */
export function eventParser(): (piece: string) => ServerSentEvent[] {
  let rest = '';
  return (piece) => {
    // A piece may end between the two characters of a line's end.
    rest = (rest + piece).replaceAll('\r\n', '\n');
    const blocks = rest.split('\n\n');
    rest = blocks.pop() ?? '';
    return blocks.flatMap(eventOf);
  };
}

function eventOf(block: string): ServerSentEvent[] {
  const fields = block.split('\n').filter((line) => line !== '' && !line.startsWith(':'));
  if (fields.length === 0) return [];
  const values = (name: string) =>
    fields
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).trimStart());
  return [{ name: values('event').at(-1) ?? 'message', data: values('data').join('\n') }];
}
