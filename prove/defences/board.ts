import type { Defence } from './defence.ts';

/** Taps on the board reach the child that they were aimed at, whatever another phone changes meanwhile. */
export const boardDefences: readonly Defence[] = [
  {
    name: 'board: what another phone changes waits until the lists are still',
    patch: [
      {
        file: 'client/ui/hooks/still-lists.ts',
        from: 'Math.max(this.#tappedAt, this.#changedAt)',
        to: 'this.#tappedAt',
      },
    ],
    guard: {
      project: 'unit',
      file: 'client/ui/hooks/still-lists.test.ts',
      test: 'what changes waits for five seconds, and what changes meanwhile comes along',
    },
  },
  {
    name: 'board: a row that moved takes no tap for a moment',
    patch: [{ file: 'client/ui/feedback/moved-rows.ts', from: 'const AIM = 800;', to: 'const AIM = 0;' }],
    guard: {
      project: 'unit',
      file: 'client/ui/hooks/still-lists.test.ts',
      test: 'no row moves within five seconds of a tap, a move or the change that waits, and no tap reaches another row',
    },
  },
  {
    name: 'board: what has just appeared takes no press',
    patch: [
      {
        file: 'client/ui/tokens.css',
        from: '--unpressable: unpressable 800ms;',
        to: '--unpressable: unpressable 0ms;',
      },
    ],
    guard: {
      project: 'unit',
      file: 'client/ui/unpressable.test.ts',
      test: 'toasts, notices, errors and what comes unasked take no press for 800 ms',
    },
  },
  {
    name: 'board: a tap that is stored nowhere gives its row the button back',
    patch: [
      {
        file: 'client/data/device/household-state.ts',
        from: '    this.takenBack += ops.size;\n',
        to: '',
      },
    ],
    guard: {
      project: 'unit',
      file: 'client/data/device/durability.test.ts',
      test: 'a tap that can be stored nowhere and not be sent is reverted and rejects with StorageFailed',
    },
  },
  {
    name: 'board: a button does not become another one because of another phone',
    patch: [
      {
        file: 'client/features/here-now/use-as-tapped.ts',
        from: 'shown !== before.shown ? now : visitor',
        to: 'shown !== before.shown ? now : now',
      },
    ],
    guard: {
      project: 'unit',
      file: 'client/features/here-now/use-as-tapped.test.ts',
      test: 'the buttons of a row do not become others because of somebody else’s tap',
    },
  },
];
