import { createContext, useContext } from 'react';

/** The texts that the components of this folder show themselves, in the current language. */
interface UiTexts {
  /** Ends every document title. */
  brand: string;
  cancel: string;
  close: string;
  loading: string;
  undo: string;
  /** Names the landmark of a toast. */
  toast: string;
  /** A part of the app could not be loaded. */
  notLoaded: { title: string; text: string; retry: string };
  /** The question before what was typed is lost. */
  leaving: { title: string; text: string; leave: string; stay: string };
}

export const UiTextsContext = createContext<UiTexts | undefined>(undefined);

export function useUiTexts(): UiTexts {
  const texts = useContext(UiTextsContext);
  if (!texts) throw new Error('useUiTexts must be used within a UiTextsContext');
  return texts;
}
