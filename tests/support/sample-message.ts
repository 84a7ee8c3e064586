import type * as v from 'valibot';

/** The parts of a valibot schema that describe a message. */
interface Shape {
  type: string;
  entries?: Record<string, Schema>;
  wrapped?: Schema;
  item?: Schema;
  items?: Schema[];
  options?: readonly unknown[];
  literal?: unknown;
  pipe?: readonly { type: string; requirement?: unknown }[];
}

type Schema = v.GenericSchema | Shape;

/** Returns a message of a schema's shape; its values may still be invalid. */
export function sampleOf(schema: Schema, name = ''): unknown {
  const shape = schema as Shape;
  switch (shape.type) {
    case 'object':
    case 'strict_object':
    case 'loose_object':
      return Object.fromEntries(
        Object.entries(shape.entries ?? {}).map(([key, entry]) => [key, sampleOf(entry, key)]),
      );
    case 'optional':
    case 'exact_optional':
    case 'nullable':
    case 'nullish':
      return shape.wrapped ? sampleOf(shape.wrapped, name) : null;
    case 'array':
      return shape.item ? [sampleOf(shape.item, name)] : [];
    case 'tuple':
      return (shape.items ?? []).map((item) => sampleOf(item, name));
    case 'union':
    case 'variant':
      return sampleOf(shape.options?.[0] as Schema, name);
    case 'picklist':
      return shape.options?.[0];
    case 'literal':
      return shape.literal;
    case 'number':
      return shape.pipe?.find(({ type }) => type === 'min_value')?.requirement ?? 1;
    case 'boolean':
      return true;
    default:
      return words[name] ?? 'ella1ella1ella1';
  }
}

/** Valid texts for fields with a format, so that a scanner's payloads pass validation elsewhere. */
const words: Record<string, string> = {
  email: 'ella@example.org',
  password: 'hemligt-ord',
  birthDate: '2018-05-04',
  parentPhone: '070-123 45 67',
  phone: '070-123 45 67',
  zone: 'Europe/Stockholm',
  code: '1234 5678',
  until: '2026-05-04T12:00:00.000Z',
  hash: 'ella1'.padEnd(43, '-'),
  p256dh: 'B'.padEnd(87, '-'),
  auth: 'ella1'.padEnd(22, '-'),
};
