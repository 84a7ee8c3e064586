import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: 'client',
  // Relative assets let a host serve Framme below a path.
  base: './',
  plugins: [react()],
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    target: ['es2022', 'safari16'],
    manifest: true,
    sourcemap: false,
    // The content security policy forbids data: addresses and inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
