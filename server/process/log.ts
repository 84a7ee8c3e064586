import { type DestinationStream, destination, type LogFn, type Logger, pino } from 'pino';
import type { LogLevel } from '../config/settings.ts';
import { priorityOf, writesToJournal } from './journal.ts';

/** Creates the server's log: one JSON line for each event, to standard error, where the journal gets its priority too; standard output is for notices. */
export function createLog(level: LogLevel, stream: DestinationStream = standardError()): Logger {
  const serializers = {
    err: describeError,
    error: describeError,
    // The URL may contain what a parent typed; the event has the route.
    req: ({ method }: { method?: string }) => ({ method }),
  };
  return pino({ level, base: null, serializers, hooks: { logMethod: withoutErrorMessages } }, stream);
}

function standardError(): DestinationStream {
  const stream = destination({ fd: 2, sync: true });
  if (!writesToJournal()) return stream;
  const withPriority = {
    // Asks pino to set the level of each line before it writes that.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string) {
      stream.write(`<${priorityOf(withPriority.lastLevel)}>${line}`);
    },
  };
  return withPriority;
}

/** Replaces an error's message, which pino would take as the event's text. */
function withoutErrorMessages(this: Logger, parts: Parameters<LogFn>, method: LogFn): void {
  const [event, text] = parts as [unknown, unknown];
  const err = event instanceof Error ? event : (event as { err?: unknown } | null)?.err;
  if (err instanceof Error && (text === undefined || text === err.message)) {
    method.apply(this, [event instanceof Error ? { err } : event, 'an error']);
    return;
  }
  method.apply(this, parts);
}

/** Describes an error for the log: type, codes and stack frames. Never its message, which may quote a parent's input. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return {
    type: error.name,
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof errcode === 'number' ? { errcode } : {}),
    at: framesOf(error),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

function framesOf({ stack = '' }: Error): string[] {
  return stack
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim().slice(3));
}
