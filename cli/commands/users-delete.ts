import { Command } from 'commander';
import { type Account, deleteAccount, readAccount } from '#contracts/accounts.ts';
import { eraseFromCarts, eraseFromCatalogue, type Person } from '#contracts/erasure.ts';
import type { Bus } from '../bus.ts';
import { type ConfirmOptions, confirmOptions, withConfirmation } from '../confirmation.ts';
import type { Host } from '../host.ts';
import { json } from '../output/json.ts';
import { erasedText } from '../output/users.ts';
import { type Named, named, nameOf } from './users-input.ts';

type Options = Named & ConfirmOptions;

/**
 * Milliseconds after which every gateway refuses revoked tokens, and running requests with these tokens have
 * ended.
 */
const revokedEverywhereMs = 2_500;

/**
 * Returns the command `users delete NAME`, which erases a person's data everywhere. The command deletes the account
 * after the other data, so that an interrupted command can be repeated. When the tokens of the account no longer work,
 * a second pass erases data that the person has written since the first pass.
 */
export function deleteCommand(host: Host): Command {
  const description =
    'erase a person: the account with its logins and key pairs, carts, and the name on reviews and coupons';
  return confirmOptions(named(new Command('delete').alias('erase'), description))
    .option('--json', 'print what was erased as JSON')
    .action(async (name: string | undefined, options: Options) => {
      const reference = nameOf(name, options);
      await withConfirmation(host, options, {
        describe: async (bus) => {
          const { username, email, id } = (await bus.request(readAccount, { reference })).account;
          return `erase ${username} (${email}, account ${id}) with all logins, key pairs and carts, for ever`;
        },
        act: async (bus) => {
          const { account } = await bus.request(readAccount, { reference });
          const erased = await erase(host, bus, account);
          host.out(options.json ? json({ deleted: true, ...erased }) : erasedText(erased));
        },
      });
    });
}

async function erase(host: Host, bus: Bus, account: Account) {
  const person = personOf(account);
  const before = await eraseTraces(bus, person);
  await bus.request(deleteAccount, { reference: account.username });
  await host.pause(revokedEverywhereMs);
  const after = await eraseTraces(bus, person);
  return { id: account.id, username: account.username, ...sumOf(before, after) };
}

/** Returns the account id and the e-mail addresses under which services store data about a person. */
function personOf({ id, email, addresses }: Account): Person {
  const emails = [email, addresses.billing.email].map((one) => one.trim().toLowerCase());
  return { account: id, emails: [...new Set(emails)].filter((one) => one !== '') };
}

/** How many records of a person were erased. */
interface ErasedCounts {
  readonly carts: number;
  readonly reviews: number;
  readonly coupons: number;
}

function sumOf(one: ErasedCounts, other: ErasedCounts): ErasedCounts {
  return {
    carts: one.carts + other.carts,
    reviews: one.reviews + other.reviews,
    coupons: one.coupons + other.coupons,
  };
}

/**
 * Erases all data of a person except the account, batch by batch, until no data is left. Returns how many records were
 * erased.
 */
async function eraseTraces(bus: Bus, person: Person): Promise<ErasedCounts> {
  let sum: ErasedCounts = { carts: 0, reviews: 0, coupons: 0 };
  for (let found = 1; found > 0; ) {
    const { carts } = await bus.request(eraseFromCarts, { person });
    const { reviews, coupons } = await bus.request(eraseFromCatalogue, { person });
    sum = sumOf(sum, { carts, reviews, coupons });
    found = carts + reviews + coupons;
  }
  return sum;
}
