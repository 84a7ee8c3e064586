import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const CLIENT = fileURLToPath(new URL('client/', import.meta.url));

/** A function of React's production build, which is not minified. */
const VIEW_TRANSITION = /^function (\w*ViewTransition\w*)\([^)]*\) \{\n[\s\S]*?\n\}$/gm;

/**
 * Empties React's functions for view transitions, of which this page has none: they are a twentieth of what it would load
 * (docs/decisions/0036-the-readers-page-is-an-entry-of-its-own.md).
 */
const withoutViewTransitions: Plugin = {
  name: 'without-view-transitions',
  transform: {
    filter: { id: /react-dom-client\.production\.js/ },
    handler: (code) => {
      if (!code.includes('function startViewTransition(')) throw new Error('React has changed: look anew');
      return code.replace(VIEW_TRANSITION, 'function $1() {}');
    },
  },
};

/** Builds the reader's page on its own: it shares no file with the app, whose service worker keeps the files of `assets`. */
export default defineConfig({
  root: 'client',
  base: './',
  publicDir: false,
  plugins: [react(), withoutViewTransitions],
  resolve: { alias: { '../createLucideIcon.mjs': `${CLIENT}ui/lucide-icon.tsx` } },
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
    rolldownOptions: { input: `${CLIENT}visit.html`, treeshake: { propertyReadSideEffects: false } },
  },
});
