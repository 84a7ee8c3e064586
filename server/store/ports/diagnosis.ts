/** The facts that doctor tells of a database that answers. */
export interface Diagnosis {
  version: string;
  /** The last change that is stored, ISO; undefined if there is none or it is not asked for. */
  until?: string | undefined;
  /** Ms by which the database's clock is ahead of this machine's. */
  clockAhead?: number;
  /** True behind a pooler that gives a connection away after each transaction: then hints and prepared statements fail. */
  isPooled?: boolean;
}
