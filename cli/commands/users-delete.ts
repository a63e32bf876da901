import { Command } from 'commander';
import { type Account, deleteAccount, readAccount } from '#contracts/accounts.ts';
import { eraseFromCarts, eraseFromCatalogue, type Person } from '#contracts/erasure.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { Problem } from '#platform/errors/problem.ts';
import type { Bus } from '../bus.ts';
import { type ConfirmOptions, confirmOptions, withConfirmation } from '../confirmation.ts';
import type { Host } from '../host.ts';
import { json } from '../output/json.ts';
import { erasedText } from '../output/users.ts';
import { emailOf, type Named, named, nameOf } from './users-input.ts';

type Options = Named & ConfirmOptions & { readonly also: readonly string[] };

/** The maximum number of earlier addresses. Together with the addresses of the account, services accept ten. */
const mostEarlier = 8;

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
    .option(
      '--also <email>',
      'an earlier e-mail address of the person; may be given several times',
      anotherEmail,
      [],
    )
    .option('--json', 'print what was erased as JSON')
    .action(async (name: string | undefined, options: Options) => {
      const reference = nameOf(name, options);
      await withConfirmation(host, options, {
        describe: async (bus) => {
          const { username, email, id } = (await bus.request(readAccount, { reference })).account;
          const all = [email, ...options.also].join(', ');
          return `erase ${username} (${all}, account ${id}) with all logins, key pairs and carts, for ever`;
        },
        act: async (bus) => {
          const { account } = await bus.request(readAccount, { reference });
          await refuseOthers(bus, account, options.also);
          const erased = await erase(host, bus, account, options.also);
          host.out(options.json ? json({ deleted: true, ...erased }) : erasedText(erased));
        },
      });
    });
}

/** Returns the addresses with one more. @throws Problem for a text that is no address, and for too many addresses */
function anotherEmail(text: string, earlier: readonly string[]): readonly string[] {
  if (earlier.length === mostEarlier) throw new Problem(`give at most ${mostEarlier} earlier addresses`);
  return [...earlier, emailOf(text)];
}

/** Checks that no other account has one of the addresses. @throws Problem that names the account */
async function refuseOthers(bus: Bus, { id }: Account, emails: readonly string[]): Promise<void> {
  for (const reference of emails) {
    const found = await bus.request(readAccount, { reference }).catch((error: unknown) => {
      if (error instanceof ServiceError && error.code === 'service_account_not_found') return null;
      throw error;
    });
    if (found && found.account.id !== id)
      throw new Problem(`${reference} is the address of another account, ${found.account.id}`, 'refused');
  }
}

async function erase(host: Host, bus: Bus, account: Account, also: readonly string[]) {
  const person = personOf(account, also);
  const before = await eraseTraces(bus, person);
  await bus.request(deleteAccount, { reference: account.username });
  await host.pause(revokedEverywhereMs);
  const after = await eraseTraces(bus, person);
  return { id: account.id, username: account.username, ...sumOf(before, after) };
}

/** Returns the account id and the e-mail addresses under which services store data about a person. */
function personOf({ id, email, addresses }: Account, also: readonly string[]): Person {
  const emails = [email, addresses.billing.email, ...also].map((one) => one.trim().toLowerCase());
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
