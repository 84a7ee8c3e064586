import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { CHUNKS, type Chunk, isOfParts, type ModuleImports, sharedChunks } from './scripts/chunks.ts';
import { compileHints, slimIcons } from './scripts/vite-plugins.ts';

type GetModuleInfo = (id: string) => ModuleImports | null;

const CLIENT = fileURLToPath(new URL('client/', import.meta.url));
const WORKERS = ['service-worker', 'remove-worker'];
const chunkOf = sharedChunks(CLIENT);

/** A module that an earlier group has taken is not in a later one. */
function groupOf(chunk: Chunk, index: number) {
  return {
    debugName: chunk,
    priority: CHUNKS.length - index,
    includeDependenciesRecursively: !isOfParts(chunk),
    name: (id: string, graph: { getModuleInfo: GetModuleInfo }) =>
      chunkOf(id, (one) => graph.getModuleInfo(one)) === chunk ? chunk : null,
  };
}

/** React's makers of components have no effect of their own: what the router makes and nobody shows is left out. */
const pureMakers: Plugin = {
  name: 'pure-makers',
  transform: {
    filter: { id: /react-router\/dist/ },
    handler: (code) =>
      code.replace(/= (React\$1\.(?:memo|forwardRef|createContext)\()/g, '= /* @__PURE__ */ $1'),
  },
};

export default defineConfig({
  root: 'client',
  // Relative assets let a host serve Framme below a path.
  base: './',
  plugins: [react(), pureMakers, slimIcons, compileHints],
  resolve: {
    alias: {
      '../createLucideIcon.mjs': `${CLIENT}ui/lucide-icon.tsx`,
      '\0vite/preload-helper.js': `${CLIENT}data/load-chunk.ts`,
    },
  },
  // The bundle that draws the documents needs no package of its own, and draws the same icons as the browser.
  ssr: { noExternal: true },
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    target: ['es2022', 'safari16'],
    manifest: true,
    sourcemap: false,
    // The content security policy forbids data: addresses and inline scripts.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The document names what its page needs, and a parent has all else at hand; a list of it all would be loaded by everybody.
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'html' ? needed : needed.filter((file) => file.endsWith('.css')),
    },
    rolldownOptions: {
      input: [
        `${CLIENT}index.html`,
        ...['app/boot', 'data/prefetch-session'].map((name) => `${CLIENT}${name}.ts`),
        ...WORKERS.map((name) => `${CLIENT}worker/${name}.ts`),
      ],
      // To read a property has no effect in any code that is bundled here.
      treeshake: { propertyReadSideEffects: false },
      output: {
        // The server completes the service workers and serves them at an address of their own.
        entryFileNames: ({ name }) => (WORKERS.includes(name) ? '[name].js' : 'assets/[name]-[hash].js'),
        codeSplitting: { groups: CHUNKS.map(groupOf) },
      },
    },
  },
});
