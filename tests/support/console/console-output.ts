/** One line printed by console.error or console.warn. */
export type ConsoleLine = { method: 'error' | 'warn'; text: string };

let complaints: ConsoleLine[] = [];
let expected: RegExp[] = [];

/** Declares expected output of this test, and fails the test without it. */
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

/** Returns undeclared output, and declared output that is missing. */
export function consoleProblems(): string[] {
  const undeclared = complaints.filter(({ text }) => !expected.some((pattern) => pattern.test(text)));
  const missing = expected.filter((pattern) => !complaints.some(({ text }) => pattern.test(text)));
  return [
    ...undeclared.map(({ method, text }) => `undeclared console.${method}: ${text}`),
    ...missing.map((pattern) => `declared, but never printed: ${pattern}`),
  ];
}
