import { type ClientSession, type Model, Schema } from 'mongoose';
import { answered, type Engine, isDuplicate } from '#platform/mongodb/engine.ts';
import { networkOf } from '#platform/networks/networks.ts';
import type { Logger } from '#platform/service/logger.ts';
import { type LoginDigest, loginDigests } from './login-digests.ts';

/** Networks that are kept of one account: of more, the one that was not seen for longest goes. */
const most = 20;
/** How long a network is known after the last success from it. */
const keptSeconds = 90 * 86_400;

/** What succeeded from a network: the right password, or a login that passed the extensions. */
export type Success = 'password' | 'login';

interface NetworksDocument {
  /** The account's id. */
  readonly _id: number;
  /** Digests, the one that was seen last at the end. */
  readonly networks: readonly { readonly digest: string; readonly at: Date }[];
  readonly at: Date;
}

const network = new Schema({ digest: String, at: Date }, { _id: false });
const schema = new Schema<NetworksDocument>(
  { _id: { type: Number, required: true }, networks: { type: [network], default: [] }, at: Date },
  { collection: 'known_networks', versionKey: false, autoIndex: false },
);
schema.index({ at: 1 }, { expireAfterSeconds: keptSeconds });

/** What known networks are kept by. */
interface KnownNetworksParts {
  readonly engine: Engine;
  readonly secret: string;
  readonly logger: Pick<Logger, 'debug'>;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/**
 * Networks that an account was successful from, in MongoDB: guesses from elsewhere neither delay nor refuse those who
 * come from there. Only digests are kept.
 */
export class KnownNetworks {
  readonly #networks: Model<NetworksDocument>;
  readonly #digest: LoginDigest;
  readonly #parts: KnownNetworksParts;

  constructor(parts: KnownNetworksParts) {
    this.#networks = parts.engine.connection.model<NetworksDocument>('known_network', schema);
    this.#digest = loginDigests(parts.secret);
    this.#parts = parts;
  }

  /** Makes the collection and its index unless they are there. */
  async prepare(): Promise<void> {
    await this.#networks.createCollection();
    await this.#networks.createIndexes();
  }

  /** Whether an account was successful from an address's network of late. */
  async knows(account: number, success: Success, address: string): Promise<boolean> {
    const found = await answered(this.#networks.findById(account).lean<NetworksDocument>().exec());
    const digest = this.#digestOf(account, success, address);
    const since = this.#parts.now() - keptSeconds * 1_000;
    return found?.networks.some((one) => one.digest === digest && one.at.getTime() > since) ?? false;
  }

  /** Keeps the network of a success. One that cannot be kept is no fault of the login. */
  async remember(account: number, success: Success, address: string): Promise<void> {
    const digest = this.#digestOf(account, success, address);
    const at = new Date(this.#parts.now());
    const others = {
      $filter: { input: { $ifNull: ['$networks', []] }, as: 'one', cond: { $ne: ['$$one.digest', digest] } },
    };
    const networks = { $slice: [{ $concatArrays: [others, [{ digest, at }]] }, -most] };
    const kept = this.#networks.updateOne({ _id: account }, [{ $set: { networks, at } }], {
      ...{ upsert: true, updatePipeline: true },
    });
    await answered(kept.exec()).catch((error: unknown) => {
      // Another login of the account was the first one in the same moment.
      if (!isDuplicate(error)) this.#parts.logger.debug({ err: error }, 'a network was not kept');
    });
  }

  /** Forgets an account's networks. */
  async removeOf(account: number, session: ClientSession): Promise<void> {
    await this.#networks.deleteOne({ _id: account }, { session });
  }

  #digestOf(account: number, success: Success, address: string): string {
    return this.#digest('network', account, success, networkOf(address));
  }
}
