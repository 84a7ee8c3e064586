import { Component, type ReactNode } from 'react';
import { Crash } from './crash.tsx';

interface Props {
  children: ReactNode;
  /** Another value tries again: somebody went to another page. */
  page: string;
}

/** Keeps a crash of one page from taking the header, the menu and the other pages with it. */
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
