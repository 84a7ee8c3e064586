import { type DestinationStream, destination, type LogFn, type Logger, pino } from 'pino';
import type { Config } from '../config/config.ts';
import { priorityOf, writesToJournal } from './systemd-journal.ts';

/** One JSON line per event on standard error; standard output is for notices. */
export function createLog(level: Config['logLevel'], stream: DestinationStream = standardError()): Logger {
  const serializers = {
    err: describeError,
    error: describeError,
    // The URL may contain a parent's input; the event has the route.
    req: ({ method }: { method?: string }) => ({ method }),
  };
  return pino({ level, base: null, serializers, hooks: { logMethod: withoutErrorMessages } }, stream);
}

function standardError(): DestinationStream {
  const stream = destination({ fd: 2, sync: true });
  if (!writesToJournal()) return stream;
  const withPriority = {
    // Makes pino set `lastLevel` before it writes a line.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string) {
      stream.write(`<${priorityOf(withPriority.lastLevel)}>${line}`);
    },
  };
  return withPriority;
}

/** Pino would log an error's message as the event's text. */
function withoutErrorMessages(this: Logger, parts: Parameters<LogFn>, method: LogFn): void {
  const [event, text] = parts as [unknown, unknown];
  const err = event instanceof Error ? event : (event as { err?: unknown } | null)?.err;
  if (err instanceof Error && (text === undefined || text === err.message)) {
    method.apply(this, [event instanceof Error ? { err } : event, 'an error']);
    return;
  }
  method.apply(this, parts);
}

/** Never its message, which may quote a parent's input. */
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
