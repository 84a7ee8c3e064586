export interface ToastContent {
  text: string;
  /** Id of the subject: a newer toast about it replaces this one, and its outdated undo. */
  about?: string;
  op?: string;
  /** Ids of commands reported together, and the text for a number of them. */
  several?: { ops: readonly string[]; text(count: number): string };
  /** Commands not done after all: removes their toasts, and those without a command. */
  withdraws?: readonly string[] | 'all';
  /** They close the toast. */
  actions?: readonly { label: string; run(): void }[];
  onUndo?: () => void;
  /** Keeps the toast, so that undo remains possible. */
  messageParent?: { word: string; label: string; open(): void };
}

export interface ActiveToast extends ToastContent {
  id: number;
}

/** A toast that withdraws some commands takes over the others, so that they can still be undone together. */
export function joined(toast: ToastContent, shown: readonly ToastContent[]): ToastContent {
  const { withdraws } = toast;
  const { several, onUndo } = shown.find((one) => one.several) ?? {};
  if (!several || !onUndo || !withdraws || withdraws === 'all') return toast;
  const ops = several.ops.filter((op) => !withdraws.includes(op));
  if (ops.length === 0) return toast;
  const text = `${toast.text} ${several.text(ops.length)}`;
  return { ...toast, text, onUndo, several: { ...several, ops } };
}

export function isReplaced({ about, op }: ToastContent, by: ToastContent): boolean {
  if (about !== undefined && about === by.about) return true;
  const { withdraws } = by;
  return withdraws === 'all' || (withdraws !== undefined && (op === undefined || withdraws.includes(op)));
}
