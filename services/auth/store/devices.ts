import mongoose, { type ClientSession, type Model, Schema } from 'mongoose';
import type { Device } from '#contracts/login-extensions.ts';
import { type Engine, isDuplicate, withQueryTimeout } from '#platform/mongodb/engine.ts';

/** The maximum number of approved devices of one account. */
const maxApproved = 100;
/** The maximum number of pending devices of one account. */
const maxPending = 10;

interface StoredDevice {
  readonly id: string;
  readonly firstSeenAt: number;
  readonly lastSeenAt: number;
}

/** The devices of an account: all approved devices, and the ten pending devices that were seen last. */
interface DevicesDocument {
  readonly _id: number;
  readonly approved: readonly StoredDevice[];
  readonly pending: readonly StoredDevice[];
}

const deviceMembers = { id: String, firstSeenAt: Number, lastSeenAt: Number };
const schema = new Schema<DevicesDocument>(
  {
    _id: { type: Number, required: true },
    approved: { type: [new Schema(deviceMembers, { _id: false })], default: [] },
    pending: { type: [new Schema(deviceMembers, { _id: false })], default: [] },
  },
  { collection: 'devices', versionKey: false, autoIndex: false },
);

/**
 * Returns a query condition that matches every id except `id`. The condition is marked as trusted, so that Mongoose
 * does not sanitise the operator `$ne`.
 */
const not = (id: string) => mongoose.trusted({ $ne: id }) as unknown as string;

function devicesOf({ _id: account, approved, pending }: DevicesDocument): Device[] {
  const shown = (state: Device['state']) => (device: StoredDevice) => ({ account, state, ...device });
  return [...approved.map(shown('approved')), ...pending.map(shown('pending'))];
}

/** Stores the devices of accounts in MongoDB. */
export class DeviceStore {
  readonly #devices: Model<DevicesDocument>;

  constructor(engine: Engine) {
    this.#devices = engine.connection.model<DevicesDocument>('device', schema);
  }

  /**
   * Returns whether a device is approved for an account. Also sets the time at which the device was last seen to `now`.
   * If the account has no such device, adds the device to the pending devices.
   */
  async seen(account: number, id: string, now: number): Promise<boolean> {
    const approved = { _id: account, 'approved.id': id };
    if ((await this.#update(approved, { $set: { 'approved.$.lastSeenAt': now } })) === 1) return true;
    const seenBefore = { _id: account, 'pending.id': id };
    if ((await this.#update(seenBefore, { $set: { 'pending.$.lastSeenAt': now } })) === 1) return false;
    const device = { id, firstSeenAt: now, lastSeenAt: now };
    const pending = { $each: [device], $sort: { lastSeenAt: 1 }, $slice: -maxPending };
    await this.#upsert(account, { 'pending.id': not(id), 'approved.id': not(id) }, { $push: { pending } });
    return false;
  }

  /**
   * Approves a device for an account, even if the device was never seen. Returns null if the account already has the
   * maximum number of approved devices.
   */
  async approve(account: number, id: string, now: number): Promise<Device | null> {
    const found = await this.of(account);
    const known = found.find((device) => device.id === id);
    if (known?.state === 'approved') return known;
    if (found.filter(({ state }) => state === 'approved').length >= maxApproved) return null;
    const device = { id, firstSeenAt: known?.firstSeenAt ?? now, lastSeenAt: known?.lastSeenAt ?? now };
    const change = { $push: { approved: device }, $pull: { pending: { id } } };
    await this.#upsert(account, { 'approved.id': not(id) }, change);
    return { account, state: 'approved', ...device };
  }

  /** Removes and returns a device of an account; null if the account has no such device. */
  async remove(account: number, id: string): Promise<Device | null> {
    const found = (await this.of(account)).find((device) => device.id === id);
    if (found) await this.#update({ _id: account }, { $pull: { approved: { id }, pending: { id } } });
    return found ?? null;
  }

  async of(account: number): Promise<Device[]> {
    const found = await withQueryTimeout(this.#devices.findById(account).lean<DevicesDocument>().exec());
    return found ? devicesOf(found) : [];
  }

  /** Returns the devices of up to `accounts` accounts, the highest account ids first. */
  async all(accounts: number): Promise<Device[]> {
    const found = this.#devices.find().sort({ _id: -1 }).limit(accounts).lean<DevicesDocument[]>();
    return (await withQueryTimeout(found.exec())).flatMap(devicesOf);
  }

  /** Removes all devices of an account. */
  async removeOf(account: number, session: ClientSession): Promise<void> {
    await this.#devices.deleteOne({ _id: account }, { session });
  }

  async #update(filter: object, change: object): Promise<number> {
    return (await withQueryTimeout(this.#devices.updateOne(filter, change).exec())).matchedCount;
  }

  /**
   * Updates or inserts the devices of an account. Ignores a duplicate key, which means that another request
   * has stored a device of this account at the same time.
   */
  async #upsert(account: number, filter: object, change: object): Promise<void> {
    const upserted = this.#devices.updateOne({ _id: account, ...filter }, change, { upsert: true });
    await withQueryTimeout(upserted.exec()).catch((error: unknown) => {
      if (!isDuplicate(error)) throw error;
    });
  }
}
