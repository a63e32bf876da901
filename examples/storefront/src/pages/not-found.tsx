import { PageTitle } from '../parts/page-title.tsx';
import { text } from '../texts.ts';

export function NotFound() {
  return (
    <div class="narrow">
      <PageTitle>{text('not_found')}</PageTitle>
      <p>
        <a href="/shop/">{text('see_all')}</a>
      </p>
    </div>
  );
}
