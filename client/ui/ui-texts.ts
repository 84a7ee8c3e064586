import { createContext, useContext } from 'react';

interface UiTexts {
  brand: string;
  cancel: string;
  close: string;
  loading: string;
  undo: string;
  toast: string;
  notLoaded: { title: string; text: string; retry: string };
  leaving: { title: string; text: string; leave: string; stay: string };
}

export const UiTextsContext = createContext<UiTexts | undefined>(undefined);

export function useUiTexts(): UiTexts {
  const texts = useContext(UiTextsContext);
  if (!texts) throw new Error('useUiTexts must be used within a UiTextsContext');
  return texts;
}
