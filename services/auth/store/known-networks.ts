import { type ClientSession, type Model, Schema } from 'mongoose';
import { type Engine, isDuplicate, withQueryTimeout } from '#platform/mongodb/engine.ts';
import type { Logger } from '#platform/service/logger.ts';
import { networkOf } from '#platform/util/networks.ts';
import { type LoginDigest, loginDigests } from './secrets.ts';

/**
 * The maximum number of digests stored for an account: one for each network and kind of `Success`. The least recent
 * digest is removed first.
 */
const most = 20;
/** Seconds for which a network is known after its last success. */
const keptSeconds = 90 * 86_400;

/**
 * What succeeded from a network. `password`: the password was right. `login`: the extensions also permitted
 * the login.
 */
type Success = 'password' | 'login';

interface NetworksDocument {
  /** The account's id. */
  readonly _id: number;
  /** Digests of the networks, the most recent digest last. */
  readonly networks: readonly { readonly digest: string; readonly at: Date }[];
  readonly at: Date;
}

const network = new Schema({ digest: String, at: Date }, { _id: false });
const schema = new Schema<NetworksDocument>(
  { _id: { type: Number, required: true }, networks: { type: [network], default: [] }, at: Date },
  { collection: 'known_networks', versionKey: false, autoIndex: false },
);
schema.index({ at: 1 }, { expireAfterSeconds: keptSeconds });

interface KnownNetworksDeps {
  readonly engine: Engine;
  readonly secret: string;
  readonly logger: Pick<Logger, 'debug'>;
  readonly now: () => number;
}

/**
 * Stores in MongoDB digests of the networks from which accounts have logged in. Wrong passwords from other
 * networks do not delay or block logins from a stored network.
 */
export class KnownNetworks {
  readonly #networks: Model<NetworksDocument>;
  readonly #digest: LoginDigest;
  readonly #deps: KnownNetworksDeps;

  constructor(deps: KnownNetworksDeps) {
    this.#networks = deps.engine.connection.model<NetworksDocument>('known_network', schema);
    this.#digest = loginDigests(deps.secret);
    this.#deps = deps;
  }

  /** Creates the collection and its index if missing. */
  async prepare(): Promise<void> {
    await this.#networks.createCollection();
    await this.#networks.createIndexes();
  }

  /** Returns whether an account had this kind of `success` from the network of `address` in the last 90 days. */
  async knows(account: number, success: Success, address: string): Promise<boolean> {
    const found = await withQueryTimeout(this.#networks.findById(account).lean<NetworksDocument>().exec());
    const digest = this.#digestOf(account, success, address);
    const since = this.#deps.now() - keptSeconds * 1_000;
    return found?.networks.some((one) => one.digest === digest && one.at.getTime() > since) ?? false;
  }

  /** Stores the network of `address` after a `success`. An error is only logged, so that the login does not fail. */
  async remember(account: number, success: Success, address: string): Promise<void> {
    const digest = this.#digestOf(account, success, address);
    const at = new Date(this.#deps.now());
    const others = {
      $filter: { input: { $ifNull: ['$networks', []] }, as: 'one', cond: { $ne: ['$$one.digest', digest] } },
    };
    const networks = { $slice: [{ $concatArrays: [others, [{ digest, at }]] }, -most] };
    const kept = this.#networks.updateOne({ _id: account }, [{ $set: { networks, at } }], {
      ...{ upsert: true, updatePipeline: true },
    });
    await withQueryTimeout(kept.exec()).catch((error: unknown) => {
      // Two simultaneous first logins of an account both create its document, so one of them gets a duplicate key.
      // This error is not logged.
      if (!isDuplicate(error)) this.#deps.logger.debug({ err: error }, 'a known network could not be stored');
    });
  }

  /** Removes an account's networks. */
  async removeOf(account: number, session: ClientSession): Promise<void> {
    await this.#networks.deleteOne({ _id: account }, { session });
  }

  #digestOf(account: number, success: Success, address: string): string {
    return this.#digest('network', account, success, networkOf(address));
  }
}
