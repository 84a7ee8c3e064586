export interface ToastContent {
  text: string;
  /** The id of the subject: a newer toast about it replaces this one, so that no outdated undo stays. */
  about?: string;
  /** Undoes the reported action; the toast closes. */
  onUndo?: () => void;
  /** The button that messages a parent; the toast stays, so that undo remains possible. */
  tell?: { label: string; open(): void };
}

export interface ActiveToast extends ToastContent {
  id: number;
}
