import { BottomBar } from './bottom-bar.tsx';
import { Notices } from './notices.tsx';
import { ParentMenu } from './parent-menu.tsx';
import { WaitingMark } from './waiting-mark.tsx';

/** What stands around the pages of a signed-in parent, by its place. */
export const parentFrame = { BottomBar, Menu: ParentMenu, Notices, WaitingMark } as const;
