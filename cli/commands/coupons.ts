import { Command } from 'commander';
import { type Coupon, deleteCoupon, ListedCoupon, listCoupons, readCoupons } from '#contracts/coupons.ts';
import { readSettings } from '#contracts/settings.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { Bus } from '../bus.ts';
import { type ConfirmOptions, confirmOptions, withConfirmation } from '../confirmation.ts';
import type { Host } from '../host.ts';
import { type PageOptions, pageOptions, readPages, showList } from '../lists.ts';
import { couponSheet, couponText, discountText } from '../output/coupons.ts';
import { json } from '../output/json.ts';
import { printable } from '../output/printable.ts';
import { shortText } from './arguments.ts';
import { createCommand } from './create-coupon.ts';

interface ListOptions extends PageOptions {
  readonly search?: string;
}

const code = shortText(200);
const units = ', amounts in minor units, per cent in millionths';
const inJson = `as JSON${units}`;

/** Returns the command `coupons`, which manages coupons. */
export function couponsCommand(host: Host): Command {
  return new Command('coupons')
    .description('list, show, create and delete coupons')
    .addCommand(listCommand(host))
    .addCommand(showCommand(host))
    .addCommand(createCommand(host))
    .addCommand(deleteCommand(host));
}

/** Returns the command `coupons list`, which lists coupons of any status in the order of their codes. */
function listCommand(host: Host): Command {
  return pageOptions(new Command('list'), ListedCoupon, units)
    .description('list coupons of any status, by code')
    .option('--search <text>', 'only codes with this prefix', code)
    .action(async (options: ListOptions) => {
      await using bus = await host.connect();
      const { search = '' } = options;
      const { records, total } = await readPages(options, async (place) => {
        const found = await bus.request(listCoupons, { ...place, search });
        return { records: found.coupons, total: found.total };
      });
      const sheet = async () => couponSheet(records, (await bus.request(readSettings, {})).settings.currency);
      await showList(host, options, {
        ...{ member: 'coupons', nouns: ['coupon', 'coupons'], records, total, sheet },
      });
    });
}

/** Returns the command `coupons show CODE`, which shows a coupon of any status with its conditions. */
function showCommand(host: Host): Command {
  return new Command('show')
    .description('show one coupon with its discount and conditions')
    .argument('<code>', 'code of the coupon', code)
    .option('--json', `print it ${inJson}`)
    .action(async (given: string, options: { json?: true }) => {
      await using bus = await host.connect();
      const coupon = await couponOf(bus, given);
      if (options.json) return host.out(json({ coupon }));
      const { settings } = await bus.request(readSettings, {});
      host.out(couponText(coupon, settings.currency, Date.now()));
    });
}

/** Returns the coupon with a code. @throws ServiceError `service_coupon_not_exist` if there is no such coupon */
async function couponOf(bus: Bus, code: string): Promise<Coupon> {
  const { coupons } = await bus.request(readCoupons, { codes: [code] });
  const [coupon] = coupons;
  if (!coupon) throw refusal('service_coupon_not_exist', {});
  return coupon;
}

/** Returns the discount of a coupon as text. */
async function benefitOf(bus: Bus, coupon: ListedCoupon): Promise<string> {
  const { settings } = await bus.request(readSettings, {});
  return discountText(coupon, settings.currency);
}

/** Returns the command `coupons delete CODE`, which deletes a coupon. Carts lose the coupon with a notice. */
function deleteCommand(host: Host): Command {
  return confirmOptions(new Command('delete'))
    .description('delete a coupon; carts lose it with a notice')
    .argument('<code>', 'code of the coupon', code)
    .option('--json', `print what was deleted ${inJson}`)
    .action(async (given: string, options: ConfirmOptions) => {
      await withConfirmation(host, options, {
        describe: async (bus) => {
          const coupon = await couponOf(bus, given);
          return `delete the coupon ${coupon.code} (${await benefitOf(bus, coupon)})`;
        },
        act: async (bus) => {
          const { coupon } = await bus.request(deleteCoupon, { code: given });
          if (options.json) return host.out(json({ deleted: true, coupon }));
          host.out(`Coupon ${printable(coupon.code)} deleted: ${await benefitOf(bus, coupon)}\n`);
        },
      });
    });
}
