import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { shopper } from '../../lib/shopper';

export const metadata: Metadata = { title: 'Your order' };

const sentences: Readonly<Record<string, string>> = {
  placed: 'Thank you for your order.',
  paid: 'Thank you. Your order is paid.',
  expired: 'This checkout is over. Your cart is as it was.',
  cancelled: 'The order was cancelled.',
  failed: 'The payment was refused. Your cart is as it was.',
};

interface Props {
  readonly searchParams: Promise<{ readonly checkout?: string }>;
}

/** The page to which the shopper returns from the checkout of the shop. */
export default async function ThanksPage({ searchParams }: Props) {
  const { checkout = '' } = await searchParams;
  if (!/^[\w-]{1,100}$/.test(checkout)) notFound();
  const { state, order } = await (await shopper()).checkout.read(checkout);
  return (
    <>
      <h1>Your order</h1>
      <p>{sentences[state] ?? 'The shop is working on your order.'}</p>
      {order !== null && <p>Number {order}</p>}
      <Link href="/">See all products</Link>
    </>
  );
}
