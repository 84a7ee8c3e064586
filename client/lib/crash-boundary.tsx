import { Component } from 'react';
import type { Elements } from './jsx.ts';

interface Props {
  children: Elements;
  /** Shown in place of what crashed again. */
  crash: Elements;
  /** The subject of the parts inside; a change starts anew. */
  page?: string;
}

/** A crash this long after the one before is rendered anew again, in ms. */
const APART_MS = 10_000;

/** Renders what crashed anew, once: an extension of the browser may have changed its elements. Only what crashes again is reported. */
export class CrashBoundary extends Component<Props, { hasCrashed: boolean; isReported: boolean }> {
  override state = { hasCrashed: false, isReported: false };

  #crashedAt = Number.NEGATIVE_INFINITY;

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  override componentDidCatch(): void {
    const now = performance.now();
    const isReported = now - this.#crashedAt < APART_MS;
    this.#crashedAt = now;
    this.setState({ hasCrashed: isReported, isReported });
  }

  override componentDidUpdate(before: Props): void {
    if (before.page === this.props.page) return;
    this.#crashedAt = Number.NEGATIVE_INFINITY;
    if (this.state.isReported) this.setState({ hasCrashed: false, isReported: false });
  }

  override render() {
    const { hasCrashed, isReported } = this.state;
    if (!hasCrashed) return this.props.children;
    return isReported && this.props.crash;
  }
}
