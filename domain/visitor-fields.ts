import * as v from 'valibot';
import { emptyOr, fieldProblem, nameSchema, newPhoneSchema, noteSchema, phoneSchema } from './fields.ts';
import type { VisitorRef } from './paths.ts';

type VisitorKind = VisitorRef['kind'];

/** A text that a parent fills in about a friend or guest, and the places that show it. */
interface VisitorField {
  of: readonly VisitorKind[];
  /**
   * Of a required field the schema itself, of an optional one `v.optional(emptyOr(schema))`: an edit without it keeps the stored
   * value, an edit with an empty text removes it.
   */
  schema: v.GenericSchema<string | undefined, string | undefined>;
  /** The schema of a form, if that takes less than is stored. */
  form?: v.GenericSchema;
  /** The type of the input, if not a line of text. */
  input?: 'tel' | 'lines';
  /** The form shows the text `<field>Hint` below the label. */
  hint?: true;
  /** The column of the CSV of visits. Fields of different kinds may share one. */
  csv?: string;
}

/**
 * The fields that a parent fills in about a friend or guest, in the order of the form. Documents, commands, views, forms,
 * rows, texts and the export follow this table (CONTRIBUTING.md, "Add a field").
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
  /** Of the family alone: no link, notice or message shows it. */
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
/** The fields of one kind. */
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

/** The texts of the fields on screen. A missing or additional one fails to compile. */
export type VisitorLabels = Record<VisitorFieldName | `${HintedField}Hint`, string>;
/** The messages of required fields that are empty. */
export type VisitorMissing = Record<RequiredField, string>;
/** The values of a visitor's fields. */
export type VisitorValues = Readonly<Partial<Record<VisitorFieldName, string | undefined>>>;

/** Returns a field's row of the table. */
export function visitorField(field: VisitorFieldName): VisitorField & { csv?: VisitorColumn } {
  return FIELDS[field];
}

/** Returns the columns of the CSV of visits that hold fields. */
export function visitorColumns(): VisitorColumn[] {
  const columns = (Object.keys(FIELDS) as VisitorFieldName[]).map((field) => visitorField(field).csv);
  return [...new Set(columns.filter((column) => column !== undefined))];
}

export function isRequired(field: VisitorFieldName): field is RequiredField {
  return fieldProblem(FIELDS[field].schema, '') !== undefined;
}

export function hasHint(field: VisitorFieldName): field is HintedField {
  return visitorField(field).hint === true;
}

/** Returns the fields of a kind, in the order of the table. */
export function fieldsOf<K extends VisitorKind>(kind: K): FieldOf<K>[] {
  const isOfKind = (field: VisitorFieldName): field is FieldOf<K> => visitorField(field).of.includes(kind);
  return (Object.keys(FIELDS) as VisitorFieldName[]).filter(isOfKind);
}

/** Makes a record of the fields of a kind. */
export function mapFields<K extends VisitorKind, V>(
  kind: K,
  value: (field: FieldOf<K>) => V,
): Record<FieldOf<K>, V> {
  const entries = fieldsOf(kind).map((field) => [field, value(field)]);
  return Object.fromEntries(entries) as Record<FieldOf<K>, V>;
}

/** Returns the schemas of the fields of a kind: entries of its document and of the arguments of its commands. */
export function schemasOf<K extends VisitorKind>(kind: K): { [F in FieldOf<K>]: Fields[F]['schema'] } {
  return mapFields(kind, (field) => FIELDS[field].schema) as { [F in FieldOf<K>]: Fields[F]['schema'] };
}
