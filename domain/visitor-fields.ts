import * as v from 'valibot';
import { emptyOr, fieldProblem, nameSchema, newPhoneSchema, noteSchema, phoneSchema } from './fields.ts';
import type { VisitorRef } from './paths.ts';

type VisitorKind = VisitorRef['kind'];

interface VisitorField {
  of: readonly VisitorKind[];
  /**
   * An optional field is `v.optional(emptyOr(schema))`: an edit without it keeps the value, one with ''
   * removes it.
   */
  schema: v.GenericSchema<string | undefined, string | undefined>;
  /** For a form that takes less than is stored. */
  form?: v.GenericSchema;
  /** Absent for one line of text. */
  input?: 'tel' | 'lines';
  /** Shows the text `<field>Hint`. */
  hint?: true;
  /** A column of the visits CSV, which kinds may share. */
  csv?: string;
}

/**
 * In form order. Documents, commands, views, forms, rows, texts and the export follow this table
 * (CONTRIBUTING.md, "Add a field").
 */
const FIELDS = {
  name: { of: ['friend', 'guest'], schema: nameSchema },
  parentPhone: {
    of: ['friend'],
    schema: phoneSchema,
    form: newPhoneSchema,
    input: 'tel',
    hint: true,
    csv: 'contact',
  },
  parentUserId: { of: ['guest'], schema: nameSchema, hint: true, csv: 'contact' },
  /** For the own family: no link, notice or message shows it. */
  note: {
    of: ['friend', 'guest'],
    schema: v.optional(emptyOr(noteSchema)),
    input: 'lines',
    hint: true,
    csv: 'note',
  },
} as const satisfies Record<string, VisitorField>;

type Fields = typeof FIELDS;
export type VisitorFieldName = keyof Fields;
type FieldOf<K extends VisitorKind> = {
  [F in VisitorFieldName]: K extends Fields[F]['of'][number] ? F : never;
}[VisitorFieldName];
type RequiredField = {
  [F in VisitorFieldName]: undefined extends v.InferInput<Fields[F]['schema']> ? never : F;
}[VisitorFieldName];
type HintedField = {
  [F in VisitorFieldName]: Fields[F] extends { hint: true } ? F : never;
}[VisitorFieldName];
export type VisitorColumn = {
  [F in VisitorFieldName]: Fields[F] extends { csv: infer C } ? C : never;
}[VisitorFieldName];

/** A missing or additional text fails to compile. */
export type VisitorLabels = Record<VisitorFieldName | `${HintedField}Hint`, string>;
export type VisitorMissing = Record<RequiredField, string>;
export type VisitorValues = Readonly<Partial<Record<VisitorFieldName, string | undefined>>>;

export function visitorField(field: VisitorFieldName): VisitorField & { csv?: VisitorColumn } {
  return FIELDS[field];
}

export function isRequired(field: VisitorFieldName): field is RequiredField {
  return fieldProblem(FIELDS[field].schema, '') !== undefined;
}

export function hasHint(field: VisitorFieldName): field is HintedField {
  return visitorField(field).hint === true;
}

export function fieldsOf<K extends VisitorKind>(kind: K): FieldOf<K>[] {
  const isOfKind = (field: VisitorFieldName): field is FieldOf<K> => visitorField(field).of.includes(kind);
  return (Object.keys(FIELDS) as VisitorFieldName[]).filter(isOfKind);
}

export function mapFields<K extends VisitorKind, V>(
  kind: K,
  value: (field: FieldOf<K>) => V,
): Record<FieldOf<K>, V> {
  const entries = fieldsOf(kind).map((field) => [field, value(field)]);
  return Object.fromEntries(entries) as Record<FieldOf<K>, V>;
}

export function schemasOf<K extends VisitorKind>(kind: K): { [F in FieldOf<K>]: Fields[F]['schema'] } {
  return mapFields(kind, (field) => FIELDS[field].schema) as { [F in FieldOf<K>]: Fields[F]['schema'] };
}
