import type { ComponentChildren } from 'preact';
import { who } from '../api.ts';
import { securePage } from '../page.ts';
import { PageTitle } from './page-title.tsx';

interface SecureProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A page with a password field. Over plain HTTP it shows only a link to itself over HTTPS. */
export function SecureOnly({ title, children }: SecureProps) {
  const secure = securePage(who.cartKey());
  return (
    <div class="narrow">
      <PageTitle>{title}</PageTitle>
      {secure === null ? (
        children
      ) : (
        <>
          <p>Passwords are accepted over HTTPS only.</p>
          <p>
            <a class="button" href={secure} target="_self">
              {title} over HTTPS
            </a>
          </p>
        </>
      )}
    </div>
  );
}
