import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { slimIcons } from './scripts/vite-plugins.ts';

const CLIENT = fileURLToPath(new URL('client/', import.meta.url));

/** Builds the reader's page on its own: it shares no file with the app, whose service worker keeps the files of `assets`. */
export default defineConfig({
  root: 'client',
  base: './',
  publicDir: false,
  plugins: [react(), slimIcons],
  resolve: {
    alias: {
      '../createLucideIcon.mjs': `${CLIENT}ui/lucide-icon.tsx`,
      '\0vite/preload-helper.js': `${CLIENT}data/load-chunk.ts`,
    },
  },
  build: {
    outDir: '../dist/client',
    assetsDir: 'visit-assets',
    emptyOutDir: false,
    target: ['es2022', 'safari16'],
    manifest: '.vite/visit-manifest.json',
    sourcemap: false,
    assetsInlineLimit: 0,
    // One stylesheet, and the document names what is loaded: no code for either in the page.
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      input: [`${CLIENT}visit.html`, `${CLIENT}link-page/again.ts`],
      treeshake: { propertyReadSideEffects: false },
    },
  },
});
