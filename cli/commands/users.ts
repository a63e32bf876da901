import { Command } from 'commander';
import type { z } from 'zod';
import {
  Account,
  type AccountChange,
  createAccount,
  deleteAccount,
  Email,
  listAccounts,
  longestName,
  Password,
  Phone,
  passwordLength,
  readAccount,
  setAccount,
  setPassword,
  UserName,
} from '#contracts/accounts.ts';
import { knownRoles, Role } from '#contracts/audience.ts';
import { eraseFromCheckouts } from '#contracts/checkouts.ts';
import { eraseFromCarts, eraseFromCatalogue, type Person } from '#contracts/erasure.ts';
import { readSettings } from '#contracts/settings.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { Problem } from '#platform/errors/problem.ts';
import { pairs, type Sheet, tableOf } from '#platform/terminal/table.ts';
import { json } from '#platform/terminal/text.ts';
import { asOneLine } from '#platform/util/text.ts';
import { orNone, shortText } from '../shared/arguments.ts';
import type { Bus } from '../shared/bus.ts';
import { type ConfirmOptions, confirmOptions, withConfirmation } from '../shared/confirmation.ts';
import type { Host } from '../shared/host.ts';
import { type PageOptions, pageOptions, readPages, showList } from '../shared/lists.ts';
import { addressText, joined } from '../shared/values.ts';

export function usersCommand(host: Host): Command {
  return new Command('users')
    .description('manage accounts of customers and managers')
    .addCommand(createCommand(host))
    .addCommand(listCommand(host))
    .addCommand(showCommand(host))
    .addCommand(setCommand(host))
    .addCommand(setPasswordCommand(host))
    .addCommand(deleteCommand(host));
}

interface ListOptions extends PageOptions {
  readonly search?: string;
  readonly role?: string;
}

function listCommand(host: Host): Command {
  return pageOptions(new Command('list'), Account)
    .description('list accounts by user name')
    .option('--search <text>', 'only user names, e-mails or phones with this prefix', shortText(200))
    .option('--role <role>', 'only those with this role', shortText(40))
    .action(async (options: ListOptions) => {
      const { search = '', role } = options;
      const wanted = role === undefined ? null : roleOf(role);
      await using bus = await host.connect();
      const { records, total } = await readPages(options, async (place) => {
        const found = await bus.request(listAccounts, { ...place, search, role: wanted });
        return { records: found.accounts, total: found.total };
      });
      const sheet = () => accountSheet(records);
      await showList(host, options, {
        ...{ member: 'accounts', nouns: ['account', 'accounts'], records, total, sheet },
      });
    });
}

interface OneOptions extends Named {
  readonly passwordStdin?: true;
  readonly json?: true;
}

function showCommand(host: Host): Command {
  return named(new Command('show'), 'show one account with its addresses')
    .option('--json', 'print it as JSON')
    .action(async (name: string | undefined, options: OneOptions) => {
      const reference = nameOf(name, options);
      await using bus = await host.connect();
      const { account } = await bus.request(readAccount, { reference });
      host.out(options.json ? json({ account }) : accountText(account));
    });
}

function setPasswordCommand(host: Host): Command {
  return named(new Command('set-password'), 'set the password of an account; all its logins end')
    .option('--password-stdin', 'read the password from standard input; there is no other way')
    .option('--json', 'print the account as JSON')
    .action(async (name: string | undefined, options: OneOptions) => {
      const reference = nameOf(name, options);
      if (!options.passwordStdin) {
        throw new Problem('the password comes from standard input: say --password-stdin');
      }
      const password = await passwordFrom(host);
      await using bus = await host.connect();
      const { account } = await bus.request(setPassword, {
        ...{ reference, password, shop: await shopTitle(bus) },
      });
      const text = `Password of ${account.username} set; all of the account's logins have ended\n`;
      host.out(options.json ? json({ account }) : text);
    });
}

interface CreateOptions extends Named {
  readonly email: string;
  readonly phone?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly role: string;
  readonly passwordStdin?: true;
  readonly json?: true;
}

function createCommand(host: Host): Command {
  return new Command('create')
    .description('create an account; without a password it cannot log in yet')
    .argument('[name]', 'name to sign in by', shortText(60))
    .option('--username <name>', 'the same', shortText(60))
    .requiredOption('--email <address>', 'e-mail address', shortText(320))
    .option('--phone <number>', 'phone number with its country code, +447700900123', shortText(40))
    .option('--first-name <name>', 'first name', shortText(longestName))
    .option('--last-name <name>', 'last name', shortText(longestName))
    .option('--role <role>', rolesText, 'customer')
    .option('--password-stdin', 'read the password from standard input')
    .option('--json', 'print the account as JSON')
    .action(async (name: string | undefined, options: CreateOptions) => {
      const person = newPerson(name, options);
      const password = options.passwordStdin ? await passwordFrom(host) : null;
      await using bus = await host.connect();
      await requireRole(bus, person.role);
      const { account } = await bus.request(createAccount, {
        ...person,
        password,
        shop: await shopTitle(bus),
      });
      const text = `Account ${asOneLine(account.username)} made, its id is ${account.id}\n`;
      host.out(options.json ? json({ account }) : text);
    });
}

/** Returns the members of the new account. @throws Problem that explains the first invalid option */
function newPerson(name: string | undefined, options: CreateOptions) {
  const { email, phone = '', firstName = '', lastName = '', role } = options;
  const username = nameOf(name, options);
  return {
    username: parsedOrRefused(
      UserName,
      username,
      'a user name has up to 60 characters, no colon, and no blank in front',
    ),
    email: emailOf(email),
    phone: phone === '' ? '' : phoneOf(phone),
    firstName,
    lastName,
    role: roleOf(role),
  };
}

/** The options that change an account, as the user typed them. */
interface ChangeOptions {
  readonly email?: string;
  readonly phone?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly displayName?: string;
  readonly role?: string;
}

interface SetOptions extends ChangeOptions, Named {
  readonly json?: true;
}

function setCommand(host: Host): Command {
  const name = orNone(shortText(longestName));
  return named(
    new Command('set'),
    'change e-mail, phone, names or role of an account; another e-mail or role ends all of its logins',
  )
    .option('--email <address>', 'e-mail address', shortText(320))
    .option('--phone <number>', 'phone number with its country code; "none" removes it', shortText(40))
    .option('--first-name <name>', 'first name; "none" removes it', name)
    .option('--last-name <name>', 'last name; "none" removes it', name)
    .option('--display-name <name>', 'displayed name; "none" for first and last name', name)
    .option('--role <role>', rolesText, shortText(40))
    .option('--json', 'print the account as JSON, and whether its logins have ended')
    .action(async (bare: string | undefined, options: SetOptions) => {
      const reference = nameOf(bare, options);
      const change = changeOf(options);
      await using bus = await host.connect();
      if (change.role !== undefined) await requireRole(bus, change.role);
      const { account, tokensEnded } = await bus.request(setAccount, { reference, change });
      if (options.json) return host.out(json({ account, tokensEnded }));
      host.out(tableOf(accountSheet([account]), host.width));
      if (tokensEnded) host.out("\nAll of the account's logins have ended\n");
    });
}

/**
 * Returns the change that the options describe. @throws Problem if there is no change, or for the first invalid value
 */
function changeOf({ email, phone, firstName, lastName, displayName, role }: ChangeOptions): AccountChange {
  const change = {
    ...(email !== undefined && { email: emailOf(email) }),
    ...(phone !== undefined && { phone: phone === 'none' ? '' : phoneOf(phone) }),
    ...(firstName !== undefined && { firstName: nameIn(firstName) }),
    ...(lastName !== undefined && { lastName: nameIn(lastName) }),
    ...(displayName !== undefined && { displayName: nameIn(displayName) }),
    ...(role !== undefined && { role: roleOf(role) }),
  };
  if (Object.keys(change).length > 0) return change;
  throw new Problem(
    'say what to change: --email, --phone, --first-name, --last-name, --display-name or --role',
  );
}

function nameIn(text: string): string {
  return text === 'none' ? '' : text;
}

type DeleteOptions = Named & ConfirmOptions & { readonly also: readonly string[] };

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
function deleteCommand(host: Host): Command {
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
    .action(async (name: string | undefined, options: DeleteOptions) => {
      const reference = nameOf(name, options);
      await withConfirmation(host, options, {
        describe: async (bus) => {
          const { username, email, id } = (await bus.request(readAccount, { reference })).account;
          const all = [email, ...options.also].join(', ');
          return `erase ${username} (${all}, account ${id}) with all logins, key pairs and carts, for ever`;
        },
        act: async (bus) => {
          const { account, connectedShop } = await bus.request(readAccount, { reference });
          await refuseOthers(bus, account, options.also);
          const erased = await erase(host, bus, { account, also: options.also, connectedShop });
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

/** Whom to erase, and the address of the connected shop; empty without a connection. */
interface Erasure {
  readonly account: Account;
  readonly also: readonly string[];
  readonly connectedShop: string;
}

async function erase(host: Host, bus: Bus, { account, also, connectedShop }: Erasure) {
  const person = personOf(account, also);
  const checkouts = (otherwise: string) =>
    eraseCheckouts(bus, person, connectedShop && `${connectedShop}, does not answer: ${otherwise}`);
  // First, because nothing is erased while connect is away.
  const first = await checkouts('start it, and erase the person then; nothing was erased');
  const before = await eraseTraces(bus, person);
  await bus.request(deleteAccount, { reference: account.username });
  await host.pause(revokedEverywhereMs);
  const after = await eraseTraces(bus, person);
  const last = await checkouts('the person is erased, but one begun in these seconds stays for 90 days');
  const sum = { ...sumOf(before, after), checkouts: first + last };
  return { id: account.id, username: account.username, ...sum };
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
 * Erases all data of a person except the account and the checkouts, batch by batch, until no data is left. Returns how
 * many records were erased.
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

/**
 * Erases the checkouts of a person. `away` is what to say if connect does not answer: the shop and its consequence. It is
 * empty for a system without a connection to WooCommerce, which makes no checkouts. Those of an earlier connection end by
 * themselves.
 *
 * @throws Problem if the system has a connection, and no replica of connect answers
 */
async function eraseCheckouts(bus: Bus, person: Person, away: string): Promise<number> {
  try {
    return (await bus.request(eraseFromCheckouts, { person })).checkouts;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'service_unavailable') throw error;
    if (away === '') return 0;
    throw new Problem(`connect, which has the person's checkouts at ${away}`, 'unavailable');
  }
}

/** The option `--username`, which names an account. The command's argument can name the account instead. */
interface Named {
  readonly username?: string;
}

/**
 * Adds a description to a command, and two ways to name an account: the argument `name` and the option
 * `--username`.
 */
export function named(command: Command, description: string): Command {
  const what = 'user name, e-mail, phone or id';
  return command
    .description(description)
    .argument('[name]', `the account: ${what}`, shortText(320))
    .option('--username <name>', 'the same', shortText(320));
}

/** Returns the account name from the argument or the option. @throws Problem if both are missing or differ */
function nameOf(bare: string | undefined, { username }: Named): string {
  if (bare !== undefined && username !== undefined && bare !== username) {
    throw new Problem('name one account: give its name or --username');
  }
  const name = bare ?? username;
  if (name === undefined) throw new Problem('give the name of the account, or --username');
  return name.trim();
}

/** Returns a value parsed by a schema. @throws Problem with `sentence` if the value is invalid */
function parsedOrRefused<S extends z.ZodType>(schema: S, value: unknown, sentence: string): z.output<S> {
  const result = schema.safeParse(value);
  if (!result.success) throw new Problem(sentence);
  return result.data;
}

/** Returns the password from standard input. @throws Problem when the password is too short or too long */
async function passwordFrom(host: Host): Promise<string> {
  const { least, most } = passwordLength;
  const sentence = `a password has ${least} to ${most} characters; nothing was changed`;
  return parsedOrRefused(Password, await host.input(), sentence);
}

/** Help text of the option `--role`. */
const rolesText = 'customer, shop_manager, administrator, or one of the setting customer-roles';

/** Parses an e-mail address. @throws Problem for an invalid address */
function emailOf(text: string): string {
  return parsedOrRefused(Email, text, `"${text}" is no e-mail address like ann@example.com`);
}

/** Parses the name of a role. @throws Problem for an invalid name */
function roleOf(text: string): Role {
  return parsedOrRefused(Role, text, `"${text}" is no role: those have small letters, digits, _ and -`);
}

/**
 * Returns a phone number without blanks, brackets and other separators. @throws Problem for a number that is not E.164
 */
function phoneOf(text: string): string {
  return parsedOrRefused(
    Phone,
    text.replace(/[\s().-]/g, ''),
    `"${text}" is no phone number: write it with + and the country code, like +447700900123`,
  );
}

/** Returns the shop's title, at most 200 characters; empty while the catalogue service does not answer. */
async function shopTitle(bus: Bus): Promise<string> {
  const found = await bus.request(readSettings, {}).catch(() => null);
  return found?.settings.title.slice(0, 200) ?? '';
}

/** Checks that a role exists in the shop. @throws Problem if the role does not exist */
async function requireRole(bus: Bus, role: Role): Promise<void> {
  if (knownRoles.some((one) => one === role)) return;
  const { settings } = await bus.request(readSettings, {});
  const roles = [...knownRoles, ...settings.customerRoles];
  if (roles.includes(role)) return;
  throw new Problem(
    `the shop has no role "${role}", only ${roles.join(', ')}; the setting customer-roles adds some`,
    'refused',
  );
}

/** Returns accounts as a table. */
function accountSheet(accounts: readonly Account[]): Sheet {
  const rows = accounts.map((one) => [
    one.username,
    one.email,
    one.phone,
    one.displayName,
    one.role,
    one.hasPassword ? 'yes' : 'no',
    one.id,
  ]);
  const headings = ['user name', 'e-mail', 'phone', 'name', 'role', 'password', 'id'];
  return { headings, rows, spare: ['password', 'phone', 'id'] };
}

/** Returns text with the members of an account. */
function accountText(account: Account): string {
  const { billing, shipping } = account.addresses;
  return pairs([
    ['id', String(account.id)],
    ['user name', account.username],
    ['e-mail', account.email],
    ['phone', account.phone],
    ['name', joined([account.firstName, account.lastName], ' ')],
    ['shown as', account.displayName],
    ['role', account.role],
    ['password', account.hasPassword ? 'yes' : 'no: log-in is not possible yet'],
    ['made', `${new Date(account.createdAt).toISOString().slice(0, 19)}Z`],
    ['billing', joined([addressText(billing), billing.email, billing.phone], ', ')],
    ['shipping', addressText(shipping)],
  ]);
}

/** An erased account, with the numbers of the person's erased records. */
interface Erased {
  readonly id: number;
  readonly username: string;
  readonly carts: number;
  readonly reviews: number;
  readonly coupons: number;
  readonly checkouts: number;
}

function counted(count: number, name: string): string {
  return `${count} ${count === 1 ? name : `${name}s`}`;
}

/** Returns text that says what was erased about a person. */
function erasedText({ id, username, carts, reviews, coupons, checkouts }: Erased): string {
  return [
    `Account ${asOneLine(username)} (${id}) deleted, with its logins and key pairs`,
    `${counted(carts, 'cart')} deleted`,
    `${counted(reviews, 'review')} without a name now`,
    `${counted(coupons, 'coupon')} without the person among those who used it or may use it`,
    `${counted(checkouts, 'checkout')} deleted`,
  ]
    .join('\n')
    .concat('\n');
}
