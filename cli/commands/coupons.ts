import { Command } from 'commander';
import { deleteCoupon, listCoupons, readCoupons } from '#contracts/promotions.ts';
import { readSettings } from '#contracts/settings.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { Host } from '../host.ts';
import { couponTable, couponText, discountText } from '../output/coupons.ts';
import { json } from '../output/json.ts';
import { printable } from '../output/printable.ts';
import { shortText, wholeNumber } from './arguments.ts';
import { createCommand } from './create-coupon.ts';

interface ListOptions {
  readonly page: number;
  readonly perPage: number;
  readonly search?: string;
  readonly json?: true;
}

const code = shortText(200);
const inJson = 'as JSON, amounts in minor units, per cent in millionths';

/** `coupons`: manages coupons. */
export function couponsCommand(host: Host): Command {
  return new Command('coupons')
    .description('list, show, create and delete coupons')
    .addCommand(listCommand(host))
    .addCommand(showCommand(host))
    .addCommand(createCommand(host))
    .addCommand(deleteCommand(host));
}

/** `coupons list`: coupons of any status in short form, sorted by code. */
function listCommand(host: Host): Command {
  return new Command('list')
    .description('list coupons of any status, by code')
    .option('--page <n>', 'which page', wholeNumber(1, 1_000_000), 1)
    .option('--per-page <n>', 'how many on a page, at most 100', wholeNumber(1, 100), 20)
    .option('--search <text>', 'only codes with this prefix', code)
    .option('--json', `print them ${inJson}`)
    .action(async (options: ListOptions) => {
      await using bus = await host.connect();
      const { page, perPage, search = '' } = options;
      const { coupons, total } = await bus.request(listCoupons, { page, perPage, search });
      if (options.json) return host.out(json({ coupons, total, page, perPage }));
      const { settings } = await bus.request(readSettings, {});
      const pages = Math.max(1, Math.ceil(total / perPage));
      host.out(couponTable(coupons, settings.currency, host.width));
      host.out(`\nPage ${page} of ${pages}, ${total} ${total === 1 ? 'coupon' : 'coupons'}\n`);
    });
}

/** `coupons show CODE`: one coupon of any status with its conditions. */
function showCommand(host: Host): Command {
  return new Command('show')
    .description('show one coupon with its discount and conditions')
    .argument('<code>', 'code of the coupon', code)
    .option('--json', `print it ${inJson}`)
    .action(async (given: string, options: { json?: true }) => {
      await using bus = await host.connect();
      const { coupons } = await bus.request(readCoupons, { codes: [given] });
      const [coupon] = coupons;
      if (!coupon) throw refusal('service_coupon_not_exist', {});
      if (options.json) return host.out(json({ coupon }));
      const { settings } = await bus.request(readSettings, {});
      host.out(couponText(coupon, settings.currency, Date.now()));
    });
}

/** `coupons delete CODE`: deletes a coupon. Carts lose it. */
function deleteCommand(host: Host): Command {
  return new Command('delete')
    .description('delete a coupon; carts lose it with a notice')
    .argument('<code>', 'code of the coupon', code)
    .option('--json', `print what was deleted ${inJson}`)
    .action(async (given: string, options: { json?: true }) => {
      await using bus = await host.connect();
      const { settings } = await bus.request(readSettings, {});
      const { coupon } = await bus.request(deleteCoupon, { code: given });
      if (options.json) return host.out(json({ deleted: true, coupon }));
      const gave = discountText(coupon, settings.currency);
      host.out(`Coupon ${printable(coupon.code)} deleted: ${gave}\n`);
    });
}
