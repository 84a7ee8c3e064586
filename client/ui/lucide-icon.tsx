import { createElement } from 'react';
import type { Attributes } from '#client/lib/jsx.ts';

interface IconData {
  node: readonly (readonly [tag: string, attributes: Record<string, string>])[];
}

interface IconProps extends Attributes<'svg'> {
  /** In px. */
  size?: number;
}

/**
 * Replaces lucide-react's function (vite.config.ts), whose three nested components per icon recompute at
 * every render.
 */
// biome-ignore lint/style/noDefaultExport: the icons import it as default.
export default function createLucideIcon({ node }: IconData) {
  const shapes = node.map(([tag, attributes], key) => createElement(tag, { ...attributes, key }));
  return function Icon({ size = 24, ...rest }: IconProps) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        {...rest}
      >
        {shapes}
      </svg>
    );
  };
}
