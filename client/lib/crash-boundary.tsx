import { Component } from 'react';
import type { Elements } from './jsx.ts';

interface Props {
  /** Different children reset a reported crash. */
  children: Elements;
  crash: Elements;
}

interface State {
  hasCrashed: boolean;
  isReported: boolean;
  /** In ms. */
  crashes: readonly number[];
}

/** Crashes within the time, in ms, that render again; the next is reported. */
const RENDERED_ANEW = 3;
const WITHIN_MS = 10_000;

/**
 * Renders again after a crash, since an extension may have changed the DOM. Must own its whole parent
 * element.
 */
export class CrashBoundary extends Component<Props, State> {
  override state: State = { hasCrashed: false, isReported: false, crashes: [] };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  override componentDidCatch(): void {
    const now = performance.now();
    this.setState(({ hasCrashed, isReported, crashes }) => {
      // One DOM change throws once per missing element; count it once.
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

/** Removes elements that React lost. */
function sweep(mark: HTMLElement | null): void {
  mark?.parentElement?.replaceChildren(mark);
}
