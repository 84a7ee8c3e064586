import * as v from 'valibot';
import { emailSchema, nameSchema } from '#domain/fields.ts';

/** A name as a provider gives it, or undefined where it would not do as one of ours. */
export function nameIn(said: unknown): string | undefined {
  return usable(nameSchema, said);
}

export function emailIn(said: unknown): string | undefined {
  return usable(emailSchema, said);
}

function usable(schema: typeof nameSchema | typeof emailSchema, said: unknown): string | undefined {
  const parsed = v.safeParse(schema, said);
  return parsed.success ? parsed.output : undefined;
}
