import { Component, type ComponentType, type ReactNode } from 'react';
import { tellHost } from '../data/guest.ts';
import { clearAll } from '../data/resource.ts';
import { t } from '../lang/first.ts';

interface BoundaryProps {
  /** The address of what may fail: another one is drawn, whatever failed before. */
  url?: string;
  /** Drawn in place of what failed. */
  failed: ComponentType<{ title: string; onRetry: () => void }>;
  children: ReactNode;
}

/**
 * Keeps a fault in what it draws from what is around it, and offers a retry. Only a class can catch while drawing.
 */
export class ErrorBoundary extends Component<BoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false };

  static override getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidCatch() {
    tellHost('failed', { code: 'fault' });
  }

  override componentDidUpdate({ url }: BoundaryProps) {
    if (this.state.isBroken && url !== this.props.url) this.setState({ isBroken: false });
  }

  override render() {
    const { failed: Failed, children } = this.props;
    if (!this.state.isBroken) return children;
    // The same answers would only fail again.
    const retry = () => {
      clearAll();
      this.setState({ isBroken: false });
    };
    return <Failed title={t('common.fault')} onRetry={retry} />;
  }
}
