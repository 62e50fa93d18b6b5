// What @souk/react publishes: Souk as a component of React 18 and 19.

'use client';

import {
  createElement,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
  useEffect,
  useRef,
} from 'react';
import { showSouk } from '../embed/show-souk.ts';
import type { ShownSouk, ShowOptions } from '../embed/souk-host.ts';

export type { SoukPath } from '../../../src/embed/souk-path.ts';
export type { Appearance, AppearanceVariables, Theme } from '../../protocol.ts';
export { type LoadCode, SoukError, type SoukErrorCode } from '../embed/souk-error.ts';
export type { GetToken, ShownSouk, ShowOptions } from '../embed/souk-host.ts';

/** What `<Souk>` takes. */
export interface SoukProps extends ShowOptions, Pick<HTMLAttributes<HTMLDivElement>, 'className' | 'style'> {
  /** Shown until Souk is there. */
  readonly children?: ReactNode;
}

/** Shows Souk, and its children until Souk is there. A page shows one Souk at a time, the newest. */
export function Souk(props: SoukProps): ReactElement {
  const { className, style, children } = props;
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef<ShownSouk>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another origin, or a function in place of a token, begins again
  useEffect(() => {
    const souk = showSouk(place.current as HTMLDivElement, props);
    shown.current = souk;
    return souk.leave;
  }, [props.origin, typeof props.token === 'function']);
  useEffect(() => shown.current?.update({ theme: undefined, appearance: undefined, ...props }));
  return createElement('div', { className, style, ref: place }, children) as ReactElement;
}
