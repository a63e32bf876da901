'use server';
import { redirect } from 'next/navigation';
import { type Outcome, outcomeOf } from '../../lib/outcome';
import { shopper } from '../../lib/shopper';

export async function logIn(_: Outcome, form: FormData): Promise<Outcome> {
  const shop = await shopper();
  const refusal = await outcomeOf(async () => {
    await shop.login({ username: String(form.get('username')), password: String(form.get('password')) });
    // This takes the guest's cart along.
    await shop.cart.get();
  });
  return refusal ?? redirect('/account');
}

export async function logOut(): Promise<Outcome> {
  const shop = await shopper();
  const refusal = await outcomeOf(() => shop.logout());
  return refusal ?? redirect('/account');
}
