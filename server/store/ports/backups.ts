export interface WrittenBackup {
  file: string;
  bytes: number;
  /** Includes reading it back. */
  seconds: number;
  /** ISO, of its beginning: everything stored before is in it. */
  at: string;
  removed: string[];
  /** A sentence about an index entry that contradicts its row. */
  indexFault?: string;
  /** Sentences about parts of the schema for which a restore refuses it. */
  foreign?: string[];
}

export interface CheckedBackup {
  bytes: number;
  schema?: number;
  /** The last change in it, ISO. */
  until?: string | undefined;
  /** ISO, as in `Diagnosis`. */
  pushKeyMadeAt?: string | undefined;
  indexFault?: string;
}

export interface RestoredBackup extends CheckedBackup {
  /** The last change of the replaced data, ISO, if readable. */
  formerUntil?: string | undefined;
  former?: string;
}

/** The message is a sentence for the operator. */
export class BackupFailed extends Error {
  override readonly name = 'BackupFailed';
  /** Without `remedy`, for readers who ran no command. */
  readonly reason: string;

  constructor(reason: string, remedy?: string) {
    super(remedy === undefined ? reason : `${reason} ${remedy}`);
    this.reason = reason;
  }
}
