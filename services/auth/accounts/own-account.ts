import {
  changeOwnAccount,
  changeOwnPassword,
  readOwnAccount,
  registerAccount,
  requestPasswordReset,
  resetPassword,
} from '#contracts/own-account.ts';
import type { Context } from '#platform/bus/dispatcher.ts';
import { type ImplementedOperation, implement } from '#platform/bus/dispatcher.ts';
import { refusal, ServiceError } from '#platform/errors/errors.ts';
import type { ErrorCode } from '#platform/errors/registry.ts';
import type { CallerIdentification } from '../login/identify.ts';
import {
  type AccountDocument,
  type AddressChanges,
  accountOf,
  addressesOf,
  displayNameOf,
  normalised,
} from '../model/account.ts';
import { askersOf, type Hasher } from '../passwords/hasher.ts';
import { requireStrongPassword } from '../passwords/password-rules.ts';
import type { AccountStore } from '../store/accounts.ts';
import type { Attempts } from '../store/attempts.ts';
import type { ResetTokens } from '../store/reset-tokens.ts';
import type { Tokens } from '../tokens/tokens.ts';
import type { AccountChanges } from './account-changes.ts';

interface OwnAccountDeps {
  readonly accounts: AccountStore;
  readonly accountChanges: AccountChanges;
  readonly hasher: Pick<Hasher, 'hash'>;
  readonly identifier: Pick<CallerIdentification, 'identify'>;
  readonly tokens: Pick<Tokens, 'begin' | 'activeFamily'>;
  readonly resets: ResetTokens;
  /** The limits of wrong reset tokens. Wrong reset tokens and failed logins count together. */
  readonly attempts: Pick<Attempts, 'refuseAddressOverLimit' | 'failFrom'>;
  /** The limits of registrations, of new passwords and of reset requests. Successful requests count too. */
  readonly selfService: {
    readonly registrations: Pick<Attempts, 'refuseAddressOverLimit' | 'failFrom'>;
    readonly passwordChanges: Pick<Attempts, 'run' | 'refuseAddressOverLimit' | 'failFrom'>;
    readonly resetRequests: Pick<Attempts, 'run'>;
  };
  readonly mayRegister: boolean;
  /** Whether a registration must not show which accounts exist. */
  readonly hidesAccounts: boolean;
  readonly now: () => number;
}

/** Returns the result of `work`. If `work` throws the refusal `was`, throws the refusal `code` instead. */
async function replacingRefusal<T>(work: Promise<T>, was: ErrorCode, code: SimpleCode): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof ServiceError && error.code === was ? refusal(code, {}) : error;
  }
}

type SimpleCode =
  | 'service_access_my_account_denied'
  | 'service_account_email_already_registered'
  | 'service_current_password_wrong'
  | 'service_invalid_or_expired_key';

/** The caller's login (null without an access token), and the audience of the tokens of the login that replaces it. */
interface Renewal {
  readonly family: string | null;
  readonly audience: string;
}

/**
 * Refuses a new password that is easy to guess. Each refusal counts for the network, because the rating takes up to a
 * tenth of a second.
 *
 * @throws ServiceError `service_password_too_common`, `service_rate_limited`
 */
async function rated(
  limits: Pick<Attempts, 'refuseAddressOverLimit' | 'failFrom'>,
  address: string,
  ...given: Parameters<typeof requireStrongPassword>
): Promise<void> {
  await limits.refuseAddressOverLimit(address);
  await requireStrongPassword(...given).catch(async (error) => {
    await limits.failFrom(address);
    throw error;
  });
}

/** Returns the operations for registration, for a customer's own account, and for forgotten passwords. */
export function ownAccountOperations(deps: OwnAccountDeps): ImplementedOperation[] {
  return [...registrations(deps), ...changes(deps), ...resets(deps)];
}

/** The members of a new account that a registration chooses. */
type Visitor = Omit<
  Parameters<AccountStore['create']>[0],
  'role' | 'displayName' | 'addresses' | 'createdAt'
>;

function registrations({
  accounts,
  hasher,
  selfService,
  mayRegister,
  hidesAccounts,
  resets: tokens,
  now,
}: OwnAccountDeps): ImplementedOperation[] {
  const create = (person: Visitor) =>
    accounts.create({
      ...person,
      role: 'customer',
      displayName: displayNameOf(person),
      addresses: addressesOf(person),
      createdAt: now(),
    });
  /**
   * Makes an account without a password if nobody has the e-mail address, and requests a reset token for the account with
   * the address. So only a reader of the mailbox learns whether there was an account. The user name is the address,
   * because a user name in use would show as well.
   */
  const createHidden = async (person: Omit<Visitor, 'passwordHash'>, address: string) => {
    const { email } = person;
    await selfService.resetRequests.run({ name: normalised(email), address }, async () => {
      await create({ ...person, username: email, passwordHash: null }).catch((error: unknown) => {
        if (!(error instanceof ServiceError && error.code === 'service_account_exists')) throw error;
      });
      await tokens.begin(await accounts.named(email));
      // Each registration counts, as each reset request does.
      return false;
    });
  };
  return [
    implement(registerAccount, async ({ password, address, shop, ...names }) => {
      if (!mayRegister) throw refusal('service_registration_disabled', {});
      const person = { ...names, phone: '' };
      const count = () => selfService.registrations.failFrom(address);
      await rated(selfService.registrations, address, password, { ...person, shop });
      if (hidesAccounts) {
        await count();
        await createHidden(person, address);
        return { account: null };
      }
      const passwordHash = await hasher.hash(password, askersOf({ address }));
      // Counts the registration only after hashing, because a registration that `hash` refuses under load
      // must not count.
      await count();
      const document = await create({ ...person, passwordHash });
      return { account: accountOf(document) };
    }),
  ];
}

function changes({
  accounts,
  accountChanges,
  hasher,
  identifier,
  selfService,
  tokens,
}: OwnAccountDeps): ImplementedOperation[] {
  const own = async ({ claim }: Pick<Context, 'claim'>): Promise<AccountDocument> => {
    const found = claim?.kind === 'customer' && claim.account ? await accounts.byId(claim.account) : null;
    if (!found) throw refusal('service_access_my_account_denied', {});
    return found;
  };
  /** Throws if the current password is wrong. The failure is counted and delayed like a wrong password of a login. */
  const requirePassword = async (
    { record: { username } }: AccountDocument,
    { currentPassword: secret, address }: { currentPassword: string; address: string },
    deadline: number,
  ) => {
    const credentials = { kind: 'password', identifier: username, secret, address } as const;
    const identified = identifier.identify(credentials, deadline);
    await replacingRefusal(identified, 'service_authentication_error', 'service_current_password_wrong');
  };
  /**
   * Returns a function that begins the login after a change that ends all logins. A login that replaces the login of an
   * access token has the same method and the same latest end. So somebody who has an access token and the password
   * gets no longer login without the factors that login extensions require.
   */
  const renewing = async (before: AccountDocument, { family, audience }: Renewal) => {
    const replaced = family === null ? null : await tokens.activeFamily(family, before);
    return (after: AccountDocument) =>
      tokens.begin(after, replaced?.method ?? 'basic_auth', audience, replaced?.createdAt);
  };
  return [
    implement(readOwnAccount, async (_request, context) => ({ account: accountOf(await own(context)) })),

    implement(changeOwnAccount, async ({ change, addresses, ...by }, context) => {
      const before = await own(context);
      const { email = before.record.email } = change;
      const isNewEmail = normalised(email) !== normalised(before.record.email);
      if (isNewEmail) await requirePassword(before, by, context.deadline);
      const renew = isNewEmail ? await renewing(before, by) : null;
      const { account, tokensEnded } = await replacingRefusal(
        // The cast is safe, because a NATS message contains no undefined members.
        accountChanges.set(before._id, change, addresses as AddressChanges),
        'service_account_exists',
        'service_account_email_already_registered',
      );
      const pair = tokensEnded && renew ? await renew(account) : null;
      return { account: accountOf(account), tokens: pair };
    }),

    implement(changeOwnPassword, async ({ password, shop, ...by }, context) => {
      const before = await own(context);
      const { _id: id, record, generation } = before;
      await requirePassword(before, by, context.deadline);
      const renew = await renewing(before, by);
      await rated(selfService.passwordChanges, by.address, password, { ...record, shop });
      let account = before;
      await selfService.passwordChanges.run({ name: id, address: by.address }, async () => {
        const asking = { name: normalised(record.username), address: by.address };
        const passwordHash = await hasher.hash(password, askersOf(asking));
        // This request is refused if another request has changed the password since the check above.
        account = await replacingRefusal(
          accountChanges.setPassword(id, passwordHash, generation),
          'service_account_not_found',
          'service_current_password_wrong',
        );
        // `Attempts.run` counts only failed attempts, but every change must count. Each change hashes a password.
        return false;
      });
      return { account: accountOf(account), tokens: await renew(account) };
    }),
  ];
}

function resets({
  accounts,
  accountChanges,
  hasher,
  attempts,
  selfService,
  resets: tokens,
}: OwnAccountDeps): ImplementedOperation[] {
  return [
    implement(requestPasswordReset, async ({ identifier, address }) => {
      await selfService.resetRequests.run({ name: normalised(identifier), address }, async () => {
        await tokens.begin(await accounts.named(identifier));
        // `Attempts.run` counts only failed attempts, but every reset request must count. So every reset
        // request is reported as failed.
        return false;
      });
      return { accepted: true } as const;
    }),

    implement(resetPassword, async ({ token, password, address, shop }) => {
      await attempts.refuseAddressOverLimit(address);
      const { account: id, generation } = await tokens.read(token).catch(async (error: unknown) => {
        if (error instanceof ServiceError && error.code === 'service_invalid_or_expired_key')
          await attempts.failFrom(address);
        throw error;
      });
      const found = await accounts.byId(id);
      if (found?.generation !== generation) throw refusal('service_invalid_or_expired_key', {});
      await rated(selfService.passwordChanges, address, password, { ...found.record, shop });
      const asking = { name: normalised(found.record.username), address };
      const passwordHash = await hasher.hash(password, askersOf(asking));
      await replacingRefusal(
        accountChanges.setPassword(id, passwordHash, generation),
        'service_account_not_found',
        'service_invalid_or_expired_key',
      );
      return { account: id };
    }),
  ];
}
