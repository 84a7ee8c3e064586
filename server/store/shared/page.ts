/** A page ends with the document that brings it to this length, in characters. */
export const PAGE_LENGTH = 512 * 1024;

/** Takes the rows of a page of at most `limit`, and reads one more, which says that another page follows. */
export function takePage<Row extends { body: string | null }>(
  rows: Iterable<Row>,
  limit: number,
): { page: Row[]; next: Row | undefined } {
  const page: Row[] = [];
  let length = 0;
  for (const row of rows) {
    if (page.length >= limit || length >= PAGE_LENGTH) return { page, next: row };
    page.push(row);
    length += row.body?.length ?? 0;
  }
  return { page, next: undefined };
}
