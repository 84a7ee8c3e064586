import { useEffect } from 'react';

/** Leaves the app for a page that is an entry of its own: its address stands already, so its document is loaded. */
export function LoadDocument() {
  useEffect(() => window.location.reload(), []);
  return null;
}
