import type { ComponentChildren } from 'preact';
import { who } from '../api.ts';
import { securePage } from '../page.ts';
import { text } from '../texts.ts';
import { PageTitle } from './page-title.tsx';

interface SecureProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

/** Shows a page that has a password field. Over plain HTTP, shows only a link to the same page over HTTPS. */
export function SecureOnly({ title, children }: SecureProps) {
  const secure = securePage(who.cartKey());
  return (
    <div class="narrow">
      <PageTitle>{title}</PageTitle>
      {secure === null ? (
        children
      ) : (
        <>
          <p>{text('login.https_only')}</p>
          <p>
            {/* The page over HTTPS takes the cart only from this host, so it needs the referrer, which the gateway forbids. */}
            <a class="button" href={secure} target="_self" referrerpolicy="origin">
              {text('login.over_https', { title })}
            </a>
          </p>
        </>
      )}
    </div>
  );
}
