import type { CSSProperties } from 'react';
import type { Tone } from './props.ts';

interface MeterProps {
  /** What is measured; the value is also in the text beside the bar. */
  label: string;
  value: number;
  max: number;
  /** The value for screen readers: "37 of 100". */
  text: string;
  tone?: Tone;
  /** A progress bar: for something that moves on, such as an upload. */
  progress?: boolean;
}

/** How much of a limit is used: `<Meter label value={37} max={100} text="37 of 100" />`. */
export function Meter({ label, value, max, text, tone, progress }: MeterProps) {
  const share = max > 0 ? Math.min(100, Math.max(0, (value / max) * 100)) : 0;
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: either role takes all of them
    <span
      className="meter"
      data-tone={tone}
      role={progress ? 'progressbar' : 'meter'}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={text}
      style={{ '--value': share } as CSSProperties}
    />
  );
}
