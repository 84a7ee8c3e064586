import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';

/** Renders without streaming, whose inline scripts the content security policy forbids. */
export async function markup(element: ReactNode): Promise<string> {
  const { prelude } = await prerender(element, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => {
      throw error;
    },
  });
  return new Response(prelude).text();
}
