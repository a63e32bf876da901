'use server';
import { revalidatePath } from 'next/cache';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { type Outcome, outcomeOf } from '../../lib/outcome';
import { shopper } from '../../lib/shopper';

const textOf = (form: FormData, name: string) => String(form.get(name) ?? '');

/** Shows the cart anew, also after a refusal: it may be another one than the shopper saw. */
function shown(outcome: Outcome): Outcome {
  revalidatePath('/cart');
  return outcome;
}

export async function addToCart(_: Outcome, form: FormData): Promise<Outcome> {
  const shop = await shopper();
  const fields = [...form].filter(([name]) => name.startsWith('attribute_'));
  const item = { id: textOf(form, 'id'), quantity: textOf(form, 'quantity') };
  const variation = Object.fromEntries(fields);
  const refusal = await outcomeOf(() => shop.cart.addItem(fields.length > 0 ? { ...item, variation } : item));
  return refusal ?? redirect('/cart');
}

export async function setQuantity(_: Outcome, form: FormData): Promise<Outcome> {
  const shop = await shopper();
  const quantity = textOf(form, 'quantity');
  return shown(await outcomeOf(() => shop.cart.updateItem(textOf(form, 'key'), { quantity })));
}

export async function removeItem(_: Outcome, form: FormData): Promise<Outcome> {
  const shop = await shopper();
  return shown(await outcomeOf(() => shop.cart.removeItem(textOf(form, 'key'))));
}

export async function applyCoupon(_: Outcome, form: FormData): Promise<Outcome> {
  const shop = await shopper();
  return shown(await outcomeOf(() => shop.cart.applyCoupon(textOf(form, 'code'))));
}

/** Sends the browser to the checkout of the shop. `total` is what the shopper saw. */
export async function checkOut(_: Outcome, form: FormData): Promise<Outcome> {
  const shop = await shopper();
  const origin = (await headers()).get('origin');
  let url: string | null = null;
  const refusal = await outcomeOf(async () => {
    const total = Number(textOf(form, 'total'));
    ({ url } = await shop.checkout({ total, ...(origin && { returnUrl: `${origin}/thanks` }) }));
  });
  if (url !== null) redirect(url);
  return shown(refusal ?? 'This cart was ordered already.');
}
