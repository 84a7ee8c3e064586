import * as v from 'valibot';
import { nameSchema, newEmailSchema } from '#domain/fields.ts';

/** A person's profile at a provider. Fields that are missing or invalid are absent. */
export interface ExternalProfile {
  firstName?: string | undefined;
  lastName?: string | undefined;
  email?: string | undefined;
  /** True if the provider verified that the e-mail reaches this person. */
  isVerified: boolean;
}

/** Returns a name of a provider, or undefined if it is not valid as one of ours. */
export function validName(name: unknown): string | undefined {
  return validOrUndefined(nameSchema, name);
}

export function validEmail(email: unknown): string | undefined {
  return validOrUndefined(newEmailSchema, email);
}

function validOrUndefined(
  schema: typeof nameSchema | typeof newEmailSchema,
  value: unknown,
): string | undefined {
  const parsed = v.safeParse(schema, value);
  return parsed.success ? parsed.output : undefined;
}
