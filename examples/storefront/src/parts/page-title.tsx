import { useEffect, useRef } from 'preact/hooks';

let isFirst = true;

/**
 * The heading of a page. After a navigation it gets the focus, so that the tab key continues from there and screen
 * readers read out the title.
 */
export function PageTitle({ children }: { readonly children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${children} · Shop`;
    if (!isFirst) heading.current?.focus({ preventScroll: true });
    isFirst = false;
  }, [children]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
