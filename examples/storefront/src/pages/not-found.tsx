import { PageTitle } from '../parts/page-title.tsx';

export function NotFound() {
  return (
    <div class="narrow">
      <PageTitle>This page does not exist</PageTitle>
      <p>
        <a href="/shop/">See all products</a>
      </p>
    </div>
  );
}
