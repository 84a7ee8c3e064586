import { Notices } from './banners.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { ParentMenu } from './signed-in-menu.tsx';
import { WaitingMark } from './unsent-count.tsx';

/** What stands around the pages of a signed-in parent, by its place. */
export const parentFrame = { BottomBar, Menu: ParentMenu, Notices, WaitingMark } as const;
