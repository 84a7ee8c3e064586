import { createContext, useContext, useEffect } from 'react';

/** What is to be done when the first page stands on the screen and works, or what says that it does not. */
export const ShownContext = createContext<() => void>(() => undefined);

/** Shows nothing. Stands beside the page, so that its effect runs when that was drawn or has taken over its document. */
export function Shown() {
  const onShown = useContext(ShownContext);
  useEffect(onShown, [onShown]);
  return null;
}
