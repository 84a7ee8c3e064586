/** Tells the host of a migration: a sentence, and its figures. A warning is what the host may have to do something about. */
export type ReportMigration = (figures: Record<string, number>, text: string, isWarning?: true) => void;
