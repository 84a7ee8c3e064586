export interface ToastContent {
  text: string;
  /** The id of the subject: a newer toast about it replaces this one, so that no outdated undo stays. */
  about?: string;
  /** The id of the command reported as done. */
  op?: string;
  /** The ids of several commands reported as done together, and the text about so many of them. */
  several?: { ops: readonly string[]; text(count: number): string };
  /** Commands that turned out not to be done: the toasts about them go, and those that do not say which they are about. */
  withdraws?: readonly string[] | 'all';
  /** Buttons that lead to more; the toast closes. */
  actions?: readonly { label: string; run(): void }[];
  /** Undoes the reported action; the toast closes. */
  onUndo?: () => void;
  /** The button that messages a parent; the toast stays, so that undo remains possible. */
  tell?: { word: string; label: string; open(): void };
}

export interface ActiveToast extends ToastContent {
  id: number;
}

/**
 * Returns a new toast as it is shown after these: one that says that commands turned out not to be done takes over what is
 * reported of several, so that the others can still be undone together.
 */
export function joined(toast: ToastContent, shown: readonly ToastContent[]): ToastContent {
  const { withdraws } = toast;
  const { several, onUndo } = shown.find((one) => one.several) ?? {};
  if (!several || !onUndo || !withdraws || withdraws === 'all') return toast;
  const ops = several.ops.filter((op) => !withdraws.includes(op));
  if (ops.length === 0) return toast;
  const text = `${toast.text} ${several.text(ops.length)}`;
  return { ...toast, text, onUndo, several: { ...several, ops } };
}

/** True if a new toast replaces this one: it is about the same subject, or says that this one was wrong. */
export function isReplaced({ about, op }: ToastContent, by: ToastContent): boolean {
  if (about !== undefined && about === by.about) return true;
  const { withdraws } = by;
  return withdraws === 'all' || (withdraws !== undefined && (op === undefined || withdraws.includes(op)));
}
