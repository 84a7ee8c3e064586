/** Where a household fetches its own data as files: all of it as JSON, the visits for a spreadsheet. */
export const EXPORT_PATHS = { everything: '/api/export.json', visits: '/api/visits.csv' } as const;
export type ExportName = keyof typeof EXPORT_PATHS;
