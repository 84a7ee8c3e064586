/** One line that a test printed through console.error or console.warn. */
export type ConsoleLine = { method: 'error' | 'warn'; text: string };

let complaints: ConsoleLine[] = [];
let expected: RegExp[] = [];

/** Declares that this test makes the code complain, and fails it when the code does not. */
export function expectConsoleError(pattern: RegExp): void {
  expected.push(pattern);
}

export function recordLine(complaint: ConsoleLine): void {
  complaints.push(complaint);
}

export function clearConsole(): void {
  complaints = [];
  expected = [];
}

/** What was printed undeclared, and what was declared but never printed; empty when all is well. */
export function consoleProblems(): string[] {
  const undeclared = complaints.filter(({ text }) => !expected.some((pattern) => pattern.test(text)));
  const missing = expected.filter((pattern) => !complaints.some(({ text }) => pattern.test(text)));
  return [
    ...undeclared.map(({ method, text }) => `undeclared console.${method}: ${text}`),
    ...missing.map((pattern) => `declared, but never printed: ${pattern}`),
  ];
}
