import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import type { Figure, Finding } from '../figure.ts';
import { ONCE, withTarget } from './scan-target.ts';

/** Figure 26: the content security policy. */
export const contentPolicy: Figure = {
  number: 26,
  title: 'CSP Evaluator: the content security policy of a page',
  aim: 'no finding of high or medium severity',
  ...ONCE,
  run: () => withTarget(false, async ({ url }) => judge(await policyOf(url))),
  control: {
    what: 'the same policy with inline scripts allowed',
    rounds: 1,
    run: () =>
      withTarget(false, async ({ url }) =>
        judge((await policyOf(url)).replace('script-src', "script-src 'unsafe-inline'")),
      ),
  },
};

async function policyOf(url: string): Promise<string> {
  const { headers } = await fetch(url);
  return headers.get('content-security-policy') ?? '';
}

function judge(policy: string): Finding {
  const findings = new CspEvaluator(new CspParser(policy).csp).evaluate();
  // Lower severities are hints at what could be stricter or cannot be known.
  const heavy = findings.filter(({ severity }) => severity <= Severity.HIGH_MAYBE);
  const what = heavy.map(({ directive, description }) => `${directive}: ${description}`).join('; ');
  return {
    rounds: 1,
    found: `${findings.length} findings, ${heavy.length} of high or medium severity${what ? `: ${what}` : ''}`,
    holds: policy !== '' && heavy.length === 0,
  };
}
