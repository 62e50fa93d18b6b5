import { Component, type ReactNode } from 'react';
import { t } from '../lang/texts.ts';
import { LoadError } from '../ui/load-error.tsx';
import { Page } from '../ui/page.tsx';

interface BoundaryProps {
  onError(error: unknown): void;
  children: ReactNode;
}

/** Shows a sentence and a retry in place of a screen that failed. Only a class can catch while drawing. */
export class ErrorBoundary extends Component<BoundaryProps, { broken: boolean }> {
  override state = { broken: false };

  static override getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <Page>
        <LoadError title={t('common.fault')} onRetry={() => this.setState({ broken: false })} />
      </Page>
    );
  }
}
