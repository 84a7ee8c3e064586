import type { Plugin } from 'vite';

/** A function of React's production build, which is not minified. */
const VIEW_TRANSITION = /^function (\w*ViewTransition\w*)\([^)]*\) \{\n[\s\S]*?\n\}$/gm;

/**
 * Empties React's functions for view transitions, of which no page has one: they are a twentieth of what the reader's page
 * would load (docs/decisions/0036-the-readers-page-is-an-entry-of-its-own.md).
 */
export const withoutViewTransitions: Plugin = {
  name: 'without-view-transitions',
  transform: {
    filter: { id: /react-dom-client\.production\.js/ },
    handler: (code) => {
      if (!code.includes('function startViewTransition(')) throw new Error('React has changed: look anew');
      return code.replace(VIEW_TRANSITION, 'function $1() {}');
    },
  },
};
