import { importsOf, type Source } from './source.ts';

/** Returns one sentence per circle of imports, type imports included. */
export function circles(sources: readonly Source[]): string[] {
  const graph = new Map(sources.map((source) => [source.path, importsOf(source)]));
  return componentsOf(graph)
    .filter(([first = '', ...others]) => others.length > 0 || graph.get(first)?.includes(first))
    .map((files) => `${files.toSorted().join(', ')}: these import each other in a circle`);
}

/** Returns the strongly connected components of a graph (Tarjan); unknown targets are ignored. */
function componentsOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const order = new Map<string, number>();
  const stack: string[] = [];
  /** Returns the lowest order that this file reaches among those on the stack. */
  const reach = (file: string): number => {
    const own = order.size;
    let lowest = own;
    order.set(file, own);
    stack.push(file);
    for (const target of graph.get(file) ?? []) {
      if (!graph.has(target)) continue;
      const known = order.get(target);
      if (known === undefined) lowest = Math.min(lowest, reach(target));
      else if (stack.includes(target)) lowest = Math.min(lowest, known);
    }
    if (lowest === own) found.push(stack.splice(stack.indexOf(file)));
    return lowest;
  };
  for (const file of graph.keys()) if (!order.has(file)) reach(file);
  return found;
}
