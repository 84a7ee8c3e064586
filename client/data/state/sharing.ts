import type { Visit } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import type { VisitLink } from '#domain/links/fields.ts';

/** A link to a visit as screens see it: only the phone that made it knew its secret. */
export type LinkView = Omit<VisitLink, 'hash'>;

/** The part of a visit that links share with the other family; all absent in most visits. */
export interface Sharing extends Pick<Visit, 'expected' | 'answer'> {
  links?: readonly LinkView[] | undefined;
}

/** The open visit in a row of somebody who is here. */
export interface OpenVisit extends Sharing, Pick<Visit, 'arrived' | 'staysNight'> {
  visit: Id;
}

/** A parent of the household, by a name that tells them apart. */
export interface ParentName {
  uid: Id;
  name: string;
}
