import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const style = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8').replace(/\s+/g, ' ');

test('toasts, notices, errors and what comes unasked take no press for 800 ms', () => {
  for (const [path, rule] of [
    ['./feedback/toast.module.css', /\.toast > \* {[^}]*var\(--unpressable\)/],
    ['./lazy/lazy-dialog.module.css', /\.dialog\[open\] {[^}]*var\(--unpressable\)/],
    ['../features/here-now/here-now.module.css', /button\.home {[^}]*var\(--unpressable\)/],
    ['./feedback/error-box.module.css', /\.box {[^}]*var\(--unpressable\)/],
    ['./layout.css', /\.appears, \.notice {[^}]*var\(--unpressable\)/],
    ['./tokens.css', /--unpressable: unpressable 800ms;/],
    ['./base.css', /@keyframes unpressable { from, to { pointer-events: none; } }/],
  ] as const)
    expect(style(path), path).toMatch(rule);
});
