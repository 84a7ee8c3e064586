import { createElement as element, useReducer } from 'react';
import { createRoot } from 'react-dom/client';

// Text beside others, which the JSX types of the client refuse (e2e/translated.spec.ts translates it).
function BareText() {
  const [count, press] = useReducer((before: number) => before + 1, 0);
  return element('main', null, [
    element('button', { key: 'press', type: 'button', onClick: press }, 'Press'),
    element('p', { key: 'alone' }, `${count} alone`),
    element('p', { key: 'beside' }, `${count} beside`, count < 2 && ' others'),
  ]);
}

const root = document.createElement('div');
document.body.append(root);
createRoot(root).render(element(BareText));
