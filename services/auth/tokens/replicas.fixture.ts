import { decodeJwt } from 'jose';
import { pino } from 'pino';
import type { z } from 'zod';
import { nobody } from '#contracts/claim.ts';
import type { Operation } from '#contracts/operation.ts';
import { type NumberedTokensChange, refreshTokens } from '#contracts/tokens.ts';
import type { ImplementedOperation } from '#platform/bus/dispatcher.ts';
import { Engine } from '#platform/mongodb/engine.ts';
import { loginOperations } from '../login/operations.ts';
import type { AccountDocument } from '../model/account.ts';
import { AccountStore } from '../store/accounts.ts';
import { FamilyStore, RevocationStore } from '../store/logins.ts';
import { SigningKeys } from '../store/signing-keys.ts';
import { KnownTokens } from './known-tokens.ts';
import { tokenOperations } from './operations.ts';
import { Revocations } from './revocations.ts';
import { Issuer, Tokens } from './tokens.ts';

const secret = 'a secret of at least thirty-two characters';

/** Returns account, generation, login and audience of an access token. */
export function claimsOf(token: string) {
  const { sub, gen, fam, aud } = decodeJwt(token);
  return { account: Number(sub), generation: Number(gen), family: String(fam), audience: aud };
}

/** Two replicas of the auth service with one database and one account. */
export class TokenReplicas {
  /** The log lines of all replicas. */
  readonly log: string[] = [];
  /** The changes that the replicas have published to the gateways. */
  readonly published: NumberedTokensChange[] = [];
  /** The current time in Unix milliseconds. A refresh token is valid for an hour, and a login for 10,000 seconds. */
  clock = Date.now();
  engine!: Engine;
  accounts!: AccountStore;
  /** The account that logs in. */
  alice!: AccountDocument;
  #replicas: { tokens: Tokens; served: ImplementedOperation[] }[] = [];
  #made = 0;

  async open({ url }: { readonly url: string }): Promise<void> {
    this.engine = new Engine(url, pino({ level: 'silent' }));
    this.accounts = new AccountStore(this.engine);
    const [one, other] = [this.#replica(), this.#replica()];
    this.#replicas = [one, other];
    await this.engine.start(async () => {
      for (const store of one.stores) await store.prepare();
    });
  }

  /** Creates a new account without logins for the next test. */
  async renew(): Promise<void> {
    this.alice = await this.#anAccount();
  }

  close(): Promise<void> {
    return this.engine.close();
  }

  #replica() {
    const { engine, accounts } = this;
    const now = () => this.clock;
    const families = new FamilyStore(engine);
    const revoked = new RevocationStore(engine);
    const signingKeys = new SigningKeys(engine, secret);
    const publish = (number: number, change: NumberedTokensChange['change']) =>
      void this.published.push({ number, change });
    const logger = pino({ level: 'debug' }, { write: (line: string) => void this.log.push(line) });
    // MongoDB is always available here, so the log is never read.
    const log = { append: async () => ({ sequence: 1, id: '' }), between: async () => null };
    const revocations = new Revocations({ store: revoked, families, log, publish, accessSeconds: 600, now });
    const knownTokens = new KnownTokens({ store: revoked, log, signingKeys, logger });
    const issuer = new Issuer(signingKeys, { everywhere: 60, cocart: 600 });
    const kept = { engine, accounts, families, revoked, revocations };
    const tokens = new Tokens({
      ...kept,
      issuer,
      refreshSeconds: 3_600,
      loginSeconds: 10_000,
      secret,
      now,
      logger,
    });
    const attempts = { refuseAddressOverLimit: async () => undefined, failFrom: async () => undefined };
    const nobodys = { identify: () => Promise.reject(new Error('nobody is asked')) };
    const login = {
      accounts,
      tokens,
      identifier: nobodys,
      attempts,
      extensions: {
        names: [],
        parameters: [],
        permit: async () => undefined,
        permitRequest: async () => undefined,
        mayRefuse: false,
      },
      refusals: { note() {} },
    };
    const served = [
      ...tokenOperations({ ...kept, attempts, knownTokens, signingKeys, tokens }),
      ...loginOperations(login),
    ];
    return { stores: [accounts, families, revoked, signingKeys], tokens, served };
  }

  #anAccount(): Promise<AccountDocument> {
    this.#made += 1;
    const names = { username: `alice${this.#made}`, email: `alice${this.#made}@example.com`, phone: '' };
    const person = { firstName: '', lastName: '', displayName: 'Alice', role: 'customer' };
    const place = { company: '', address1: '', address2: '', country: '', postcode: '', city: '', state: '' };
    const shipping = { firstName: '', lastName: '', ...place };
    return this.accounts.create({
      ...{ ...names, ...person, createdAt: 0, passwordHash: null },
      addresses: { billing: { ...shipping, email: '', phone: '' }, shipping },
    });
  }

  at(index: number) {
    const found = this.#replicas[index];
    if (!found) throw new Error('there is no such replica');
    return found;
  }

  /** Calls an operation of a replica, as the account with the id `account` if an id is given. */
  async ask<Request extends z.ZodType, Reply extends z.ZodType>(
    operation: Operation<Request, Reply>,
    request: z.input<Request>,
    { account = null as number | null, of = 0 } = {},
  ): Promise<z.output<Reply>> {
    const found = this.at(of).served.find(({ operation: { name } }) => name === operation.name);
    const claim = account === null ? null : { ...nobody, kind: 'customer' as const, account };
    const context = { requestId: 'a-test', deadline: Date.now() + 30_000, claim };
    return operation.reply.parse(await found?.run(request, context));
  }

  /** Begins a login of the account and returns its first pair of tokens. */
  begin(audience?: string) {
    return this.at(0).tokens.begin(this.alice, 'basic_auth', audience);
  }

  /** Exchanges a refresh token for the next pair, as a mount with these audiences does. */
  async refresh(refreshToken: string, of = 0, audiences?: string[]) {
    const asked = { refreshToken, address: '127.0.0.1', audiences };
    return (await this.ask(refreshTokens, asked, { of })).tokens;
  }
}
