import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './client-build.ts';

// Makes docs/hosting/settings.md from .env.example: npm run settings. A test compares them.

const INTRODUCTION = `# Settings

Settings come from the environment, or from a file \`.env\` in the folder in which Framme is started: \`/var/lib/framme/.env\` on an
[installed](install.md) server, where \`systemctl restart framme\` makes a change count; what a unit sets itself
(\`SHUTDOWN_WAIT_SECONDS\`, \`CONSOLE_NOTICES\`) is changed in \`/etc/framme.env\`. If some are invalid, or a line of \`.env\` is not
\`NAME=value\`, the server does not start, and names each as \`framme doctor\` does. In \`.env\` a value with a \`#\` stands in quotes, a comment
on a line of its own, and each name once. A setting that may hold a password (\`DATABASE_URL\`, \`SMTP_URL\`, secrets of providers) can come
from a file, which the same name with \`_FILE\` names.

| setting | default | |
|---|---|---|
`;

const INSTALLED = `
On an installed server the data folder is always \`/var/lib/framme\`: mount another disk there. \`framme.socket\` holds the port:
\`systemctl edit framme.socket\` with the lines \`[Socket]\`, \`ListenStream=\` and \`ListenStream=127.0.0.1:3005\`, the same \`PORT\` in \`.env\` for
\`framme doctor\`, and in the Caddyfile; then \`systemctl restart framme.socket framme caddy\`.
`;

/** One row per paragraph of .env.example after the first. */
export function settingsPage(example: string): string {
  const rows = example.trim().split('\n\n').slice(1).map(rowOf);
  return `${INTRODUCTION}${rows.join('')}${INSTALLED}`;
}

function rowOf(paragraph: string): string {
  const lines = paragraph.split('\n');
  const [name = '', value] = (lines.pop() ?? '').split(/=(.*)/s);
  const text = lines.map((line) => line.replace(/^# ?/, '')).join(' ');
  const linked = text.replaceAll(/docs\/hosting\/([\w-]+)\.md/g, '[$1]($1.md)');
  return `| \`${name}\` | ${value ? `\`${value}\`` : ''} | ${linked} |\n`;
}

const started = process.argv[1];
if (started && import.meta.url === pathToFileURL(started).href)
  writeFileSync(
    join(ROOT, 'docs/hosting/settings.md'),
    settingsPage(readFileSync(join(ROOT, '.env.example'), 'utf8')),
  );
