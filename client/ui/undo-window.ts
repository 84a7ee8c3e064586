import type { CommandArgs } from '#domain/commands/catalogue.ts';

/** How long "undo" stays on a card after a tap, in ms (ux.md). */
export const UNDO_WINDOW = 5 * 60_000;

/** The undo of something shown, while its tap is recent. In: its undo, when it happened (ISO) and the time in ms. */
export function recentUndo(
  { undo }: { undo: CommandArgs<'undo'> | undefined },
  at: string | undefined,
  now: number,
): CommandArgs<'undo'> | undefined {
  return at !== undefined && now - Date.parse(at) < UNDO_WINDOW ? undo : undefined;
}
