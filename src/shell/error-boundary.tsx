import { Component, type ReactNode } from 'react';
import { t } from '../lang/texts.ts';
import { Page } from '../ui/page.tsx';
import { Stuck } from '../ui/stuck.tsx';

interface BoundaryProps {
  onError(error: unknown): void;
  children: ReactNode;
}

/** A fault of ours ends in a sentence and a way on, never in a blank page. Only a class can catch while drawing. */
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
        <Stuck title={t('common.fault')} onRetry={() => this.setState({ broken: false })} />
      </Page>
    );
  }
}
