import * as v from 'valibot';
import { EXPORT_PATHS } from '#domain/protocol/calls.ts';
import { type Export, exportSchema } from '#domain/protocol/export.ts';
import { readCsv } from '#tests/support/csv.ts';
import { get } from '#tests/support/server/http.ts';

type Browser = { url: string; cookie: string };

/** The file of everything, parsed and as text. */
export async function exportOf({ url, cookie }: Browser): Promise<{ parsed: Export; text: string }> {
  const { body } = await get(url, EXPORT_PATHS.everything, { cookie });
  return { parsed: v.parse(exportSchema, body), text: JSON.stringify(body) };
}

/** The headings and rows of the file of visits. */
export async function csvOf({ url, cookie }: Browser, separator?: ',' | ';'): Promise<string[][]> {
  const { body } = await get(url, EXPORT_PATHS.visits, { cookie });
  return readCsv(String(body).replace('\ufeff', ''), separator);
}
