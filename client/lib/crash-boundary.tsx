import { Component } from 'react';
import type { Elements } from './jsx.ts';

interface Props {
  /** Others start anew what is reported. */
  children: Elements;
  /** Shown in place of what crashed again and again. */
  crash: Elements;
}

interface State {
  hasCrashed: boolean;
  isReported: boolean;
  /** The times of the latest crashes, in ms. */
  crashes: readonly number[];
}

/** The crashes within this time, in ms, that are rendered anew; the next one is reported. */
const RENDERED_ANEW = 3;
const WITHIN_MS = 10_000;

/** Renders what crashed anew: an extension of the browser may have changed its elements. All inside its parent element is its own. */
export class CrashBoundary extends Component<Props, State> {
  override state: State = { hasCrashed: false, isReported: false, crashes: [] };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  override componentDidCatch(): void {
    const now = performance.now();
    this.setState(({ hasCrashed, isReported, crashes }) => {
      // One change of the page throws an error for each element that it misses, and counts once.
      if (!hasCrashed || isReported) return null;
      const recent = crashes.filter((at) => now - at < WITHIN_MS);
      const isTooMany = recent.length >= RENDERED_ANEW;
      return { hasCrashed: isTooMany, isReported: isTooMany, crashes: [...recent, now] };
    });
  }

  override componentDidUpdate({ children }: Props): void {
    if (this.state.isReported && children !== this.props.children)
      this.setState({ hasCrashed: false, isReported: false });
  }

  override render() {
    const { hasCrashed, isReported } = this.state;
    if (!hasCrashed) return this.props.children;
    return isReported ? this.props.crash : <span ref={sweep} />;
  }
}

/** Removes elements that React no longer finds. */
function sweep(mark: HTMLElement | null): void {
  mark?.parentElement?.replaceChildren(mark);
}
