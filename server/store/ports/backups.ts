export interface WrittenBackup {
  file: string;
  bytes: number;
  /** The time until it stood under its name, written and read. */
  seconds: number;
  /** The time at which it began: everything that was stored before is in it. ISO. */
  at: string;
  /** The older backups that were removed. */
  removed: string[];
  /** An entry of an index that does not match its row, in words. */
  indexFault?: string;
  /** A sentence for each part of the schema for which a restore refuses it. */
  foreign?: string[];
}

export interface CheckedBackup {
  bytes: number;
  /** The version of the tables. */
  schema?: number;
  /** The last change that it holds. ISO. */
  until?: string | undefined;
  /** The time at which its push key was made, as `Diagnosis` has it. */
  pushKeyMadeAt?: string | undefined;
  /** An entry of an index that does not match its row, in words. */
  indexFault?: string;
}

export interface RestoredBackup extends CheckedBackup {
  /** The last change of the data that was there, if it could be read. ISO. */
  formerUntil?: string | undefined;
  /** The data that was there, kept beside. */
  former?: string;
}

/** A backup could not be made, read or restored; the message is a sentence for the host. */
export class BackupFailed extends Error {
  override readonly name = 'BackupFailed';
  /** The message without `remedy`, which whoever gave no command cannot follow. */
  readonly reason: string;

  constructor(reason: string, remedy?: string) {
    super(remedy === undefined ? reason : `${reason} ${remedy}`);
    this.reason = reason;
  }
}
