import { useEffect, useRef } from 'preact/hooks';
import { text } from '../texts.ts';

let isFirst = true;

/**
 * Shows the heading of a page. After a navigation the heading gets the focus. Then the tab key continues from there,
 * and screen readers read out the title.
 */
export function PageTitle({ children }: { readonly children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${children} · ${text('shop')}`;
    if (!isFirst) heading.current?.focus({ preventScroll: true });
    isFirst = false;
  }, [children]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
