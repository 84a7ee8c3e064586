import * as board from '#client/translations/en/board.ts';
import * as common from '#client/translations/en/common.ts';
import * as history from '#client/translations/en/history.ts';
import * as people from '#client/translations/en/people.ts';

export const texts = {
  ...board,
  ...common,
  ...history,
  ...people,
} as const;
