/** The paths of a household's exports: everything as JSON, the visits as CSV. */
export const EXPORT_PATHS = { everything: '/api/export.json', visits: '/api/visits.csv' } as const;
export type ExportName = keyof typeof EXPORT_PATHS;
