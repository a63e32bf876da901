import type { Basket, Fee, Store } from './description.ts';
import { sum } from './fraction.ts';
import { chargedIn, taxedIn } from './places.ts';
import { type Taxed, type Taxes, taxesOn, together } from './taxes.ts';

function larger(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}

function feeOf(store: Store, basket: Basket, { amount, taxable, taxClass }: Fee, before: Taxed): Taxed {
  const rates = taxable ? chargedIn(store, taxedIn(store, basket), taxClass) : [];
  if (amount >= 0) return { net: BigInt(amount), taxes: taxesOn(store, BigInt(amount), rates) };
  const net = larger(BigInt(amount), -before.net);
  const back: Taxes = taxesOn(store, net, rates);
  const atMost = (id: number) => -(before.taxes.get(id) ?? 0n);
  return { net, taxes: new Map([...back].map(([id, tax]) => [id, larger(tax, atMost(id))])) };
}

/** docs/money.md, fees: in the order in which they were added. `borne` is what goods and shipping come to. */
export function feesOf(store: Store, basket: Basket, borne: Taxed): Taxed[] {
  const fees: Taxed[] = [];
  for (const fee of basket.fees) {
    const net = borne.net + sum(fees.map((one) => one.net));
    const taxes = together([borne, ...fees].map((one) => one.taxes));
    fees.push(feeOf(store, basket, fee, { net, taxes }));
  }
  return fees;
}
