import { useState } from 'react';
import type { Received } from '../../data/feedback.ts';
import { Card } from '../../ui/card.tsx';
import { FeedbackForm } from './feedback-form.tsx';
import { ReceivedCard } from './received-card.tsx';

/** The form, and in its place the reference number once it was received. */
export default function WriteFeedback({ about }: { about?: string | undefined }) {
  const [received, setReceived] = useState<Received>();
  if (received) return <ReceivedCard received={received} onMore={() => setReceived(undefined)} />;
  return (
    <Card>
      <FeedbackForm about={about} onReceived={setReceived} />
    </Card>
  );
}
