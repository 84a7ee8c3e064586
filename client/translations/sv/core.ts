import * as board from '#client/translations/sv/board.ts';
import * as common from '#client/translations/sv/common.ts';
import * as history from '#client/translations/sv/history.ts';
import * as people from '#client/translations/sv/people.ts';

export const texts = {
  ...board,
  ...common,
  ...history,
  ...people,
} as const;
