import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import DoorOpen from 'lucide-react/icons/door-open';
import UserRoundCheck from 'lucide-react/icons/user-round-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { findBrowser } from '#tests/support/browser/find-browser.ts';
import { ROOT } from './client-build.ts';

/** Draws the app's icons from icon.svg, and its shortcuts' from the buttons they press. */

const FOLDER = join(ROOT, 'client/public');
const GREEN = '#0b5c4b';
const ICON = readFileSync(join(FOLDER, 'icon.svg'), 'utf8');

/** Maskable and touch icons are full-bleed: the system cuts their shape. */
const ICONS = [
  { name: 'icon-192.png', svg: ICON, size: 192, drawn: 1, behind: 'transparent' },
  { name: 'icon-512.png', svg: ICON, size: 512, drawn: 1, behind: 'transparent' },
  { name: 'icon-maskable-512.png', svg: ICON, size: 512, drawn: 1.05, behind: GREEN },
  { name: 'apple-touch-icon.png', svg: ICON, size: 180, drawn: 1.15, behind: GREEN },
  { name: 'shortcut-check-in.png', svg: shape(UserRoundCheck), size: 96, drawn: 0.6, behind: GREEN },
  { name: 'shortcut-check-out.png', svg: shape(DoorOpen), size: 96, drawn: 0.6, behind: GREEN },
];

function shape(icon: typeof DoorOpen): string {
  return renderToStaticMarkup(createElement(icon, { color: 'white' }));
}

const browser = await chromium.launch({
  ...findBrowser(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  for (const icon of ICONS) await drawIcon(browser, icon);
} finally {
  await browser.close();
}

async function drawIcon(
  where: Browser,
  { name, svg, size, drawn, behind }: (typeof ICONS)[number],
): Promise<void> {
  const page = await where.newPage({ viewport: { width: size, height: size } });
  const side = Math.round(size * drawn);
  await page.setContent(`<style>
      body { margin: 0; display: grid; place-items: center; height: 100vh; overflow: hidden; background: ${behind} }
      svg { width: ${side}px; height: ${side}px }
    </style>${svg}`);
  const path = join(FOLDER, name);
  writeFileSync(path, await page.screenshot({ omitBackground: true }));
  await page.close();
  console.log(`client/public/${name}: ${(statSync(path).size / 1000).toFixed(1)} kB`);
}
