import { createContext, useContext } from 'react';
import type { FrammeData } from '#client/data/port.ts';

export const DataContext = createContext<FrammeData | undefined>(undefined);

/** The client data port. Guarded pages use `useHousehold` and `useView` instead. */
export function useData(): FrammeData {
  const data = useContext(DataContext);
  if (!data) throw new Error('useData must be used within an AuthProvider');
  return data;
}
