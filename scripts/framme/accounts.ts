import { sizeOf } from '#server/process/files.ts';
import { type ListedAccount, listAccounts } from '#server/store/admin/overview.ts';
import { adminCommand, print } from './admin-command.ts';

/** Without anybody's name or number. */
export const accounts = adminCommand({
  usage: '[--shared] [--json]',
  options: { shared: { type: 'boolean' }, json: { type: 'boolean' } },
  summary:
    'Lists all accounts by their e-mails, and how much each household holds; also while the server runs.',
  details: [
    'A line each, oldest first: e-mail, the day of its verification, of its beginning and of the last visit, then of its',
    'household: parents, children, visits, size and id. No name and no phone number is read. Times are UTC; the last visit is',
    'known while a sign-in lasts, and up to an hour old.',
    '--shared lists the parents of households with several, one household after the other: look there after a restore.',
    '--json prints one object: accounts, of each email, verifiedAt, createdAt, seenAt, household, parents, children, visits, bytes.',
  ],
  async run(config, { shared, json }) {
    const all = await listAccounts(config);
    const found = shared
      ? all.filter(({ parents }) => parents > 1).toSorted((a, b) => a.household.localeCompare(b.household))
      : all;
    print(json, { accounts: found }, inColumns([HEADINGS, ...found.map(cellsOf)]));
  },
});

const HEADINGS = [
  'e-mail',
  'verified',
  'since',
  'last seen',
  'parents',
  'children',
  'visits',
  'size',
  'household',
];

function cellsOf({
  email,
  verifiedAt,
  createdAt,
  seenAt,
  parents,
  children,
  visits,
  bytes,
  household,
}: ListedAccount): string[] {
  const days = [verifiedAt, createdAt, seenAt].map((at) => at?.slice(0, 10) ?? 'never');
  return [email, ...days, ...[parents, children, visits].map(String), sizeOf(bytes), household];
}

function inColumns(rows: readonly string[][]): string {
  const widths = HEADINGS.map((_heading, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lineOf = (row: string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return rows.map((row) => lineOf(row).trimEnd()).join('\n');
}
