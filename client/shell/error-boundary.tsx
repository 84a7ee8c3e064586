import { Component, type ReactNode } from 'react';
import { LoadFailed } from '#client/lib/lazy-part.ts';
import { NotLoaded } from '#client/ui/lazy/not-loaded.tsx';
import { Crash } from './crash.tsx';
import { FirstPaint } from './first-paint.tsx';
import styles from './layout.module.css';

interface Props {
  children: ReactNode;
  /** The current page; a change resets the boundary. */
  page: string;
}

interface State {
  /** Boxed, because anything can be thrown. */
  failure?: { error: unknown } | undefined;
}

/**
 * Confines a crash, or a page that could not be loaded, to its page: header, menu and the other pages go on working.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  override componentDidUpdate(before: Props): void {
    if (this.state.failure && before.page !== this.props.page) this.#reset();
  }

  override render() {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    if (!(failure.error instanceof LoadFailed)) return <Crash />;
    return (
      <div className={styles.crash}>
        <NotLoaded part={failure.error.part} onLoaded={this.#reset} />
        <FirstPaint />
      </div>
    );
  }

  readonly #reset = () => {
    const error = this.state.failure?.error;
    if (error instanceof LoadFailed) error.part.forgetFailure();
    this.setState({ failure: undefined });
  };
}
