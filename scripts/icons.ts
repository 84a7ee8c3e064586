import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findBrowser } from '#tests/support/browser/find-browser.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import { ensureClientBuilt, ROOT } from './client-build.ts';

/** Generates the app's icons and sharing image from icon.svg and the home page's illustration. */

const FOLDER = join(ROOT, 'client/public');
const GREEN = '#0b5c4b';
const SHARE = { width: 1200, height: 630 };
const ICON = readFileSync(join(FOLDER, 'icon.svg'), 'utf8');

/** Maskable and touch icons are full-bleed: the system cuts their shape. */
const ICONS = [
  { name: 'icon-192.png', size: 192, drawn: 1, behind: 'transparent' },
  { name: 'icon-512.png', size: 512, drawn: 1, behind: 'transparent' },
  { name: 'icon-maskable-512.png', size: 512, drawn: 1.05, behind: GREEN },
  { name: 'apple-touch-icon.png', size: 180, drawn: 1.15, behind: GREEN },
];

const SHARE_STYLE = `
  html { scrollbar-gutter: auto; overflow: hidden }
  .share { display: grid; grid-template-columns: 1fr 1.12fr; align-items: center; gap: 48px;
    box-sizing: border-box; width: 1200px; height: 630px; padding: 0 56px 0 72px; background: var(--paper) }
  .brand { display: flex; align-items: center; gap: 22px; margin-bottom: 34px;
    font-size: 92px; font-weight: 800; letter-spacing: -0.04em; line-height: 1 }
  .brand svg { width: 104px; height: 104px }
  .line { font-size: 40px; line-height: 1.35 }
  .other { color: var(--muted) }
  .picture svg { display: block; width: 100%; height: auto }`;

ensureClientBuilt();
const browser = await chromium.launch({
  ...findBrowser(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  for (const icon of ICONS) await drawIcon(browser, icon);
  await drawShare(browser);
} finally {
  await browser.close();
}

async function drawIcon(
  where: Browser,
  { name, size, drawn, behind }: { name: string; size: number; drawn: number; behind: string },
): Promise<void> {
  const page = await where.newPage({ viewport: { width: size, height: size } });
  const side = Math.round(size * drawn);
  await page.setContent(`<style>
      body { margin: 0; display: grid; place-items: center; height: 100vh; overflow: hidden; background: ${behind} }
      svg { width: ${side}px; height: ${side}px }
    </style>${ICON}`);
  await keep(page, name);
}

async function drawShare(where: Browser): Promise<void> {
  const server = await startServer();
  const page = await where.newPage({
    viewport: SHARE,
    colorScheme: 'light',
    locale: 'sv-SE',
    bypassCSP: true,
  });
  await page.goto(server.url);
  await page.waitForLoadState('networkidle');
  await page.evaluate(compose, ICON);
  await page.addStyleTag({ content: SHARE_STYLE });
  await keep(page, 'share.png');
  await server.stop();
}

function compose(icon: string): void {
  const picture = document.querySelector('main svg[role="img"]')?.outerHTML ?? '';
  document.body.innerHTML = `<div class="share">
      <div class="words">
        <p class="brand">${icon}Framme</p>
        <p class="line">Se vem som är framme.</p>
        <p class="line other">See who has arrived.</p>
      </div>
      <div class="picture">${picture}</div>
    </div>`;
}

async function keep(page: Page, name: string): Promise<void> {
  const path = join(FOLDER, name);
  writeFileSync(path, await page.screenshot({ omitBackground: true }));
  await page.close();
  console.log(`client/public/${name}: ${(statSync(path).size / 1000).toFixed(1)} kB`);
}
