import { Banners, Updates } from './banners.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { SignedInMenu } from './signed-in-menu.tsx';
import { UnsentCount } from './unsent-count.tsx';

/** A chunk that visitors do not load. */
export const signedInParts = { Banners, BottomBar, SignedInMenu, UnsentCount, Updates } as const;
