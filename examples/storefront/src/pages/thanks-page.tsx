import { useEffect, useState } from 'preact/hooks';
import { type Purchase, purchases } from '../api.ts';
import { PageTitle } from '../parts/page-title.tsx';
import { openCart } from '../state/cart.ts';
import { show, wordsOf } from '../state/notices.ts';
import { type Key, text } from '../texts.ts';

/** Milliseconds between two looks at an order of which the shop has not told yet. */
const lookMs = 3_000;

/** What the page says in each state in which the shop has done its work. */
const sentences: Readonly<Record<string, Key>> = {
  placed: 'order.placed',
  paid: 'order.paid',
  expired: 'order.expired',
  cancelled: 'order.cancelled',
  failed: 'order.failed',
};

/** The page to which the shopper returns from the shop's own checkout. */
export function ThanksPage() {
  const [purchase, setPurchase] = useState<Purchase | null>(null);
  useEffect(() => {
    const id = new URLSearchParams(location.search).get('checkout') ?? '';
    const look = async () => {
      try {
        const found = await purchases.read(id);
        setPurchase(found);
        if (found.state in sentences) {
          clearInterval(timer);
          await openCart();
        }
      } catch (error) {
        clearInterval(timer);
        show('error', wordsOf(error));
      }
    };
    const timer = setInterval(() => void look(), lookMs);
    void look();
    return () => clearInterval(timer);
  }, []);
  return (
    <div class="thanks-page" aria-busy={purchase === null}>
      <PageTitle>{text('order.title')}</PageTitle>
      {purchase && <p>{text(sentences[purchase.state] ?? 'order.working')}</p>}
      {purchase?.order && <p>{text('order.number', { number: String(purchase.order) })}</p>}
      <p>
        <a href="/shop/">{text('see_all')}</a>
      </p>
    </div>
  );
}
