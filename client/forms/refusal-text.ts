import type { RefusedCommand } from '#client/data/port.ts';
import type { Translate } from '#client/translations/translations.ts';
import type { CommandName } from '#domain/commands/catalogue.ts';
import type { Refusal, RefusalCode } from '#domain/protocol/refusal.ts';
import { LIMITS, limitText } from './run-command.ts';

interface Refused {
  command?: CommandName | undefined;
  /** Whom the command was about, as named then. */
  person?: string | undefined;
}

type OtherRefusalCode = Exclude<RefusalCode, (typeof LIMITS)[number]>;

export function refusalText(
  t: Translate<'details'>,
  refusal: Refusal,
  { command, person }: Refused = {},
): string {
  const { code } = refusal;
  if (command === 'giveLink') return linkRefusalText(t, code);
  if (code === 'not-found' && person !== undefined) return t(($) => $.refused.gone, { name: person });
  return limitText(t, refusal) ?? t(($) => $.refusals[code as OtherRefusalCode]);
}

/** The receiver of the link sees nothing. */
function linkRefusalText(t: Translate<'details'>, code: RefusalCode): string {
  if (code === 'links-refused') return refusalText(t, { code });
  const isGone = code === 'not-found' || code === 'superseded';
  const why = isGone ? t(($) => $.links.noVisit) : refusalText(t, { code });
  return `${why} ${t(($) => $.links.showsNothing)}`;
}

/** Why, with the names as they were then. */
export function refusedReason(
  t: Translate<'details'>,
  { name: command, refusal, people }: RefusedCommand,
): string {
  return refusalText(t, refusal, { command, person: people?.person ?? people?.child });
}

export function refusedTitle(t: Translate<'details'>, { name, refusal }: RefusedCommand): string {
  if (name === 'addChild' || name === 'addGuest') return t(($) => $.common.failures[name]);
  if (name === 'updateProfile') return refusalText(t, refusal);
  if (refusal.code === 'changed-meanwhile') return t(($) => $.meanwhile.title);
  return t(($) => $.common.error);
}

/** After these the same command may be accepted later. */
const PASSING: readonly RefusalCode[] = [
  'unknown-command',
  'changed-meanwhile',
  'visit-open',
  'in-the-future',
  'overlaps',
  'out-of-order',
  'failed',
  ...LIMITS,
  'link-limit',
];

export function canRetry({ refusal: { code } }: RefusedCommand): boolean {
  return PASSING.includes(code);
}
