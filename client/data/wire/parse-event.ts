import * as v from 'valibot';
import { liveClosedSchema, livePageSchema } from '#domain/protocol/live.ts';

/** The data of a 'changes' event; undefined if it does not parse. */
export const parsePage = (data: string) => parse(livePageSchema, data);

/** The data of a 'closed' event; undefined if it does not parse. */
export const parseClosed = (data: string) => parse(liveClosedSchema, data);

function parse<T>(schema: v.GenericSchema<unknown, T>, data: string): T | undefined {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), data);
  return result.success ? result.output : undefined;
}
