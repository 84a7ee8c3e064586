export interface ToastContent {
  text: string;
  /** Whom or what it tells of: a newer toast about the same takes its place, so that no outdated undo stays. */
  about?: string;
  /** Takes back what the toast tells of; the toast goes when it is tapped. */
  onUndo?: () => void;
  /** Whose parent can be told of it, and how that begins; the toast stays, to undo. */
  tell?: { name: string; open(): void };
}

export interface Shown extends ToastContent {
  id: number;
}
