import { Component, type ReactNode } from 'react';
import { Crash } from './crash.tsx';

interface Props {
  children: ReactNode;
  /** The current page; a change resets the boundary. */
  page: string;
}

/** Confines a crash to its page: header, menu and the other pages go on working. */
export class ErrorBoundary extends Component<Props, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override componentDidUpdate(before: Props): void {
    if (this.state.crashed && before.page !== this.props.page) this.setState({ crashed: false });
  }

  override render() {
    return this.state.crashed ? <Crash /> : this.props.children;
  }
}
