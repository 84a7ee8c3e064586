import * as accountLater from './account-later.ts';
import * as commands from './commands.ts';
import * as device from './device.ts';
import * as links from './links.ts';
import * as peopleLater from './people-later.ts';
import * as visit from './visit.ts';

/** Texts of what a parent opens rarely: with its code they are loaded then, or after the first screen. */
export const rare = { ...accountLater, ...commands, ...device, ...links, ...peopleLater, ...visit } as const;
