import type { AppUnderTest } from './app.ts';

/** A security event as it stands in the log. */
export interface SecurityLine {
  event: string;
  outcome: string;
  method?: string;
  account?: string;
  address: string;
  repeats?: number;
}

/** Returns the security events in an app's log, as text. */
export function securityTexts({ log }: Pick<AppUnderTest, 'log'>): string[] {
  return log.text.split('\n').filter((line) => line.endsWith('"msg":"security"}'));
}

export function securityLines(app: Pick<AppUnderTest, 'log'>): SecurityLine[] {
  return securityTexts(app).map((line) => JSON.parse(line) as SecurityLine);
}

/** Returns each event in brief: event, method and outcome. */
export function securityEvents(app: Pick<AppUnderTest, 'log'>): string[] {
  return securityLines(app).map(({ event, method, outcome }) =>
    [event, method, outcome].filter(Boolean).join(' '),
  );
}
