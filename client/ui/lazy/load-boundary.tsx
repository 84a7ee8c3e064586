import { Component, type ReactNode } from 'react';
import { LoadFailed } from '#client/lib/lazy-part.ts';
import { NotLoaded } from './not-loaded.tsx';

interface Props {
  children: ReactNode;
  /** Wraps the message, for example in a dialog. */
  around?: (message: ReactNode) => ReactNode;
}

interface State {
  failure?: { error: unknown } | undefined;
}

/** Shows a message with a button to try again in place of what could not be loaded. Passes any other error on. */
export class LoadBoundary extends Component<Props, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  /** What is opened again tries again. */
  override componentWillUnmount(): void {
    const error = this.state.failure?.error;
    if (error instanceof LoadFailed) error.part.forgetFailure();
  }

  override render() {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    const { error } = failure;
    if (!(error instanceof LoadFailed)) throw error;
    const message = <NotLoaded part={error.part} onLoaded={() => this.setState({ failure: undefined })} />;
    return this.props.around?.(message) ?? message;
  }
}
