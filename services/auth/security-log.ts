import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import {
  createAccount,
  deleteAccount,
  importAccounts,
  setAccount,
  setPassword,
} from '#contracts/accounts.ts';
import { createApiKey, revokeApiKey } from '#contracts/api-keys.ts';
import { countOtherLogin, identify, logIn } from '#contracts/login.ts';
import type { Operation } from '#contracts/operation.ts';
import {
  changeOwnAccount,
  changeOwnPassword,
  registerAccount,
  requestPasswordReset,
  resetPassword,
} from '#contracts/own-account.ts';
import { noteSecurityEvents, readSecurityLog, type SecurityEvent } from '#contracts/security-log.ts';
import { followCustomers, forgetAllShopPasswords, forgetShopPasswords } from '#contracts/shop-customers.ts';
import { revokeTokens, rotateSigningKeys } from '#contracts/tokens.ts';
import type { Context } from '#platform/bus/dispatcher.ts';
import { type ImplementedOperation, implement } from '#platform/bus/dispatcher.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import type { Logger } from '#platform/service/logger.ts';
import { networkOf } from '#platform/util/networks.ts';
import { normalised } from './model/account.ts';
import type { AccountStore } from './store/accounts.ts';
import type { SecurityLog, SecurityLogStore } from './store/security-log.ts';

/** A security event without the members that `withAudit` and `SecurityLog` add. */
type NewEvent = Omit<SecurityEvent, 'id' | 'at' | 'requestId'>;

/**
 * The functions that make the security event of an operation. After a success, `done` makes the event from the
 * request and the reply. After a refusal, `refused` makes the event from the request and the code of the refusal.
 * If the function returns null, nothing is logged.
 */
interface Rule<Request extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> {
  readonly operation: Operation<Request, Reply>;
  readonly done?: (
    request: z.output<Request>,
    reply: z.input<Reply>,
  ) => NewEvent | null | Promise<NewEvent | null>;
  readonly refused?: (request: z.output<Request>, code: string) => Promise<NewEvent | null>;
}

interface AuditDeps {
  readonly accounts: Pick<AccountStore, 'named'>;
  readonly securityLog: Pick<SecurityLog, 'note'>;
  readonly logger: Pick<Logger, 'warn'>;
  /**
   * The key of the HMACs that the log contains instead of names. Without this key, a reader of the log cannot
   * check whether an HMAC belongs to a guessed name.
   */
  readonly secret: string;
}

/**
 * Returns a rule without the types of its request and reply. The cast is safe, because the operation's schema
 * parses the request.
 */
function rule<Request extends z.ZodType, Reply extends z.ZodType>(
  operation: Operation<Request, Reply>,
  rest: Omit<Rule<Request, Reply>, 'operation'>,
): Rule {
  return { operation, ...rest } as unknown as Rule;
}

/** Returns the event of an operator's action. */
function byOperator(event: SecurityEvent['event'], about: string, detail = ''): NewEvent {
  return { event, who: 'operator', from: '', about, detail };
}

/** Returns the event of a change in the connected shop. */
function byShop(event: SecurityEvent['event'], about: string, detail: string): NewEvent {
  return { event, who: 'shop', from: '', about, detail };
}

/** Codes of refusals that are not logged: faults and invalid requests, which do not concern credentials. */
const codesNotLogged: readonly string[] = [
  'service_unavailable',
  'service_internal',
  'service_invalid_request',
];
/**
 * Milliseconds in which only the first request of an account or key pair from one network is logged. Of the attempts of
 * a network over a limit, too, only the first is logged in this time, whatever names they have.
 */
const loggedAgainMs = 3_600_000;
const maxRemembered = 20_000;
const longestId = 100;

/** Returns whether something of a network is not yet logged in this hour. Then it counts as logged. */
type IsNews = (what: string, address: string) => boolean;

function newsFilter(): IsNews {
  const logged = new LRUCache<string, true>({ max: maxRemembered, ttl: loggedAgainMs });
  return (what, address) => {
    const key = `${what} ${networkOf(address)}`;
    const isNew = !logged.has(key);
    if (isNew) logged.set(key, true);
    return isNew;
  };
}

function loginRules({ accounts, secret }: AuditDeps, isNews: IsNews): Rule[] {
  const nameOf = (name: string) =>
    `name:${createHmac('sha256', secret)
      .update(`security log ${normalised(name)}`)
      .digest('base64url')
      .slice(0, 22)}`;
  return [
    rule(identify, {
      done({ credentials: { kind, address }, request }, { identity: { account, pair } }) {
        // An identification without `request` is a step of a login. The login logs its own event.
        if (request === null && kind === 'password') return null;
        const who = pair === undefined ? `account:${account}` : `pair:${pair}`;
        if (!isNews(who, address)) return null;
        const detail = kind === 'keys' ? 'api_key' : 'basic_auth';
        return { event: 'login.granted', who, from: address, about: '', detail };
      },
      async refused({ credentials: { kind, identifier, address } }, code) {
        const found = kind === 'password' ? await accounts.named(identifier) : null;
        const who = found ? `account:${found._id}` : nameOf(identifier);
        const detail = `${kind === 'keys' ? 'api_key' : 'basic_auth'} ${code}`;
        return { event: 'login.failed', who, from: address, about: '', detail };
      },
    }),
    rule(countOtherLogin, {
      done: ({ address: from }, { counted }) =>
        counted ? { event: 'login.failed', who: 'guest', from, about: '', detail: 'wordpress' } : null,
    }),
    rule(logIn, {
      done: ({ account, method, request: { address } }) => ({
        event: 'login.granted',
        ...{ who: `account:${account}`, from: address, about: '', detail: `${method} login` },
      }),
      refused: async ({ account, method, request: { address } }, code) => ({
        event: 'login.failed',
        ...{ who: `account:${account}`, from: address, about: '', detail: `${method} ${code}` },
      }),
    }),
  ];
}

/**
 * Returns the event `login.failed` if a logged-in customer sent a wrong current password, or sent too many
 * wrong passwords before. Returns null for other refusals.
 */
function wrongPassword({ address }: { readonly address: string }, code: string): Promise<NewEvent | null> {
  const isWrong = code === 'service_current_password_wrong' || code === 'service_rate_limited';
  const failed = { event: 'login.failed', who: 'customer', from: address, about: '', detail: code } as const;
  return Promise.resolve(isWrong ? failed : null);
}

/** Returns the rules for the operations on a customer's own account. */
function ownAccountRules({ accounts }: AuditDeps): Rule[] {
  const byOwner = (event: SecurityEvent['event'], account: number, from: string, detail = ''): NewEvent => {
    const who = `account:${account}`;
    return { event, who, from, about: who, detail };
  };
  return [
    rule(registerAccount, {
      // Without an account in the reply, the operation does not tell whether it created the account.
      done: ({ address }, { account }) =>
        account && byOwner('account.created', account.id, address, 'registration'),
    }),
    rule(changeOwnAccount, { refused: wrongPassword }),
    rule(changeOwnPassword, {
      done: ({ address }, { account: { id } }) => byOwner('password.changed', id, address),
      refused: wrongPassword,
    }),
    rule(requestPasswordReset, {
      async done({ identifier, address }) {
        const found = await accounts.named(identifier);
        const who = { who: 'guest', from: address, about: found ? `account:${found._id}` : '' };
        return { event: 'password.reset-requested', ...who, detail: '' };
      },
    }),
    rule(resetPassword, {
      done: ({ address }, { account }) => byOwner('password.changed', account, address, 'reset'),
      refused: async ({ address }, code) => ({
        event: 'login.failed',
        ...{ who: 'guest', from: address, about: '', detail: `password reset ${code}` },
      }),
    }),
  ];
}

const operatorRules: readonly Rule[] = [
  rule(createApiKey, {
    done: ({ permissions }, { key: { id, account } }) =>
      byOperator('key.created', `pair:${id}`, `${permissions}${account ? ` for account:${account.id}` : ''}`),
  }),
  rule(revokeApiKey, { done: (_request, { key: { id } }) => byOperator('key.revoked', `pair:${id}`) }),
  rule(createAccount, {
    done: (_request, { account: { id, role } }) =>
      byOperator('account.created', `account:${id}`, `role ${role}`),
  }),
  rule(deleteAccount, {
    done: (_request, { account: { id } }) => byOperator('account.deleted', `account:${id}`),
  }),
  rule(setAccount, {
    // A change of the role always ends the account's tokens. If no tokens ended, the role has not changed.
    done: ({ change: { role } }, { account: { id }, tokensEnded }) =>
      role !== undefined && tokensEnded ? byOperator('role.changed', `account:${id}`, `role ${role}`) : null,
  }),
  rule(setPassword, {
    done: (_request, { account: { id } }) => byOperator('password.changed', `account:${id}`),
  }),
  rule(importAccounts, {
    done: (_request, { outcome: { created, changed } }) =>
      created + changed > 0
        ? byOperator('accounts.imported', '', `${created} made, ${changed} changed`)
        : null,
  }),
  rule(followCustomers, {
    done: (_request, { outcome: { created, changed } }) =>
      created + changed > 0
        ? byShop('accounts.imported', '', `${created} made, ${changed} changed by the connected shop`)
        : null,
  }),
  rule(forgetShopPasswords, {
    done: ({ changed, gone }, { forgotten }) => {
      const [id, ...others] = [...changed.map((one) => one.id), ...gone];
      const about = others.length === 0 ? `account:${id}` : '';
      const detail = `${forgotten} in the connected shop`;
      return forgotten > 0 ? byShop('password.changed', about, detail) : null;
    },
  }),
  rule(forgetAllShopPasswords, {
    done: (_request, { forgotten }) =>
      forgotten > 0
        ? byShop('password.changed', '', `all ${forgotten} of the connected shop are asked for again`)
        : null,
  }),
  rule(revokeTokens, {
    done: (_request, { account }) => byOperator('tokens.revoked', `account:${account}`),
  }),
  rule(rotateSigningKeys, { done: () => byOperator('signing-keys.rotated', '') }),
];

/**
 * Returns the operations. An operation with a rule also writes an event to the security log, in the
 * background.
 */
export function audited(
  served: readonly ImplementedOperation[],
  deps: AuditDeps,
): readonly ImplementedOperation[] {
  const isNews = newsFilter();
  const rules = new Map(
    [...loginRules(deps, isNews), ...ownAccountRules(deps), ...operatorRules].map((one) => [
      one.operation.name,
      one,
    ]),
  );
  return served.map((one) => {
    const found = rules.get(one.operation.name);
    return found ? withAudit(one, found, deps, isNews) : one;
  });
}

function withAudit(
  served: ImplementedOperation,
  { operation, done, refused }: Rule,
  { securityLog, logger }: AuditDeps,
  isNews: IsNews,
): ImplementedOperation {
  const note = async ({ requestId }: Context, eventOf: () => NewEvent | null | Promise<NewEvent | null>) => {
    try {
      const entry = await eventOf();
      if (entry) securityLog.note({ ...entry, requestId: requestId.slice(0, longestId) });
    } catch (err) {
      logger.warn({ err, requestId }, 'an event was lost from the security log');
    }
  };
  return {
    operation: served.operation,
    async run(request, context) {
      try {
        const reply = await served.run(request, context);
        if (done) void note(context, () => done(operation.request.parse(request), reply));
        return reply;
      } catch (error) {
        const code = error instanceof ServiceError ? codeOf(error) : 'service_internal';
        if (refused && !codesNotLogged.includes(code))
          void note(context, async () => {
            const event = await refused(operation.request.parse(request), code);
            // Anybody can cause any number of these refusals, with any number of names.
            const isRepeated =
              code === 'service_rate_limited' && !isNews(`${operation.name} ${code}`, event?.from ?? '');
            return isRepeated ? null : event;
          });
        throw error;
      }
    },
  };
}

/** Returns the code of a refusal; if an operator's own extension refused, the code that the extension gave. */
function codeOf({ code, data }: ServiceError): string {
  const { refusal: own } = data as { refusal?: { code?: string } };
  return (own?.code ?? code).slice(0, longestId);
}

interface SecurityLogDeps {
  readonly securityLog: Pick<SecurityLog, 'take' | 'note'>;
  readonly securityLogStore: Pick<SecurityLogStore, 'read'>;
}

/** Returns the operations on the security log. Gateways add events to the log, and operators read the log. */
export function securityLogOperations({
  securityLog,
  securityLogStore,
}: SecurityLogDeps): ImplementedOperation[] {
  return [
    implement(noteSecurityEvents, async ({ events }) => {
      for (const event of events) securityLog.take(event);
      return { noted: events.length };
    }),

    implement(readSecurityLog, async (query) => ({ events: await securityLogStore.read(query) })),
  ];
}
