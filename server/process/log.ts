import { type DestinationStream, destination, type LogFn, type Logger, pino } from 'pino';
import type { LogLevel } from '../config/settings.ts';

/** The log of the server, one JSON line an event, to standard error: standard output belongs to the product. */
export function createLog(
  level: LogLevel,
  stream: DestinationStream = destination({ fd: 2, sync: true }),
): Logger {
  const serializers = {
    err: describeError,
    error: describeError,
    // An address can carry what somebody typed; the event names its route.
    req: ({ method }: { method?: string }) => ({ method }),
  };
  return pino({ level, base: null, serializers, hooks: { logMethod: withoutErrorMessages } }, stream);
}

/** The log would repeat an error's own message as the event's; it gets a name of ours instead. */
function withoutErrorMessages(this: Logger, parts: Parameters<LogFn>, method: LogFn): void {
  const [event, text] = parts as [unknown, unknown];
  const err = event instanceof Error ? event : (event as { err?: unknown } | null)?.err;
  if (err instanceof Error && (text === undefined || text === err.message)) {
    method.apply(this, [event instanceof Error ? { err } : event, 'an error']);
    return;
  }
  method.apply(this, parts);
}

/**
 * What the log may know of an error: its kind, codes and places in our source. Never its message, for that can quote
 * what a parent typed.
 */
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
