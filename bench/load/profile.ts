import type { Profiler } from 'node:inspector';

/** The time that a tap spends in one piece of the server, from a CPU profile. */
export interface Piece {
  name: string;
  microseconds: number;
  /** Of the time in which the main thread was busy. */
  share: number;
}

/** By the end of a source's path; the first that fits counts. */
const PIECES: readonly [string, RegExp][] = [
  ['the store in memory', /bench\/servers\/memory-store\.ts$/],
  ['cookies', /node_modules\/(@fastify\/)?cookie\//],
  ['validation (valibot)', /node_modules\/valibot\//],
  ['JSON body', /node_modules\/secure-json-parse\/|server\/http\/json-body\.ts$/],
  ['Fastify', /node_modules\/(@?fastify|find-my-way|avvio|reusify|pino)/],
  ['origin', /server\/http\/origin\.ts$/],
  ['calls, headers and hooks', /server\/(app|pages\/\w+|http\/[\w-]+)\.ts$/],
  ['session', /server\/auth\/|node:internal\/crypto/],
  ['sync', /server\/sync\//],
  ['rules', /\/domain\//],
  [
    'HTTP of Node: parsing, headers, sockets',
    /^node:(_http|net|internal\/(stream|http)|_stream|stream|internal\/js_stream|events|buffer|internal\/buffer)/,
  ],
  ['promises, timers and the rest of Node', /^node:/],
];

/** Sums up the self time of a profile's functions by piece, largest first. */
export function pieces(profile: unknown, taps: number): Piece[] {
  const { nodes, samples = [], timeDeltas = [] } = profile as Profiler.Profile;
  const nameOf = new Map(nodes.map(({ id, callFrame }) => [id, pieceOf(callFrame)]));
  const times = new Map<string, number>();
  for (const [i, id] of samples.entries()) {
    const name = nameOf.get(id);
    if (name !== undefined) times.set(name, (times.get(name) ?? 0) + (timeDeltas[i] ?? 0));
  }
  const busy = [...times.values()].reduce((sum, time) => sum + time, 0);
  return [...times]
    .map(([name, time]) => ({ name, microseconds: time / taps, share: time / busy }))
    .toSorted((a, b) => b.share - a.share);
}

/** Returns the piece of a function; undefined while the thread waits. */
function pieceOf({ functionName, url }: Profiler.Profile['nodes'][number]['callFrame']): string | undefined {
  if (functionName === '(idle)' || url === 'node:inspector') return undefined;
  if (functionName === '(garbage collector)') return 'garbage collection';
  if (url === '') return 'native code: sockets, parsing, event loop';
  return PIECES.find(([, pattern]) => pattern.test(url))?.[0] ?? 'other';
}
