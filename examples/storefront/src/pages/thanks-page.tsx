import { useEffect, useState } from 'preact/hooks';
import { type Purchase, purchases } from '../api.ts';
import { PageTitle } from '../parts/page-title.tsx';
import { openCart } from '../state/cart.ts';
import { show, wordsOf } from '../state/notices.ts';

/** Milliseconds between two looks at an order of which the shop has not told yet. */
const lookMs = 3_000;

const sentences: Readonly<Record<string, string>> = {
  placed: 'Thank you for your order.',
  paid: 'Thank you. Your order is paid.',
  expired: 'This checkout is over. Your cart is as it was.',
  cancelled: 'The order was cancelled.',
  failed: 'The payment was refused. Your cart is as it was.',
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
      <PageTitle>Your order</PageTitle>
      {purchase && <p>{sentences[purchase.state] ?? 'The shop is working on your order.'}</p>}
      {purchase?.order && <p>Number {purchase.order}</p>}
      <p>
        <a href="/shop/">See all products</a>
      </p>
    </div>
  );
}
