import { unavailable } from '#platform/errors/errors.ts';
import { Hasher } from '../passwords/hasher.ts';

/** A hasher that counts its verifications. */
export class CountingHasher extends Hasher {
  verified = 0;
  /** Whether the password `wrong` is refused without hashing, for tests with many attempts. */
  isQuick = false;
  isFull = false;
  override requireRoom(...asked: Parameters<Hasher['requireRoom']>) {
    if (this.isFull) throw unavailable();
    super.requireRoom(...asked);
  }
  override async verify(...asked: Parameters<Hasher['verify']>) {
    this.verified += 1;
    return this.isQuick && asked[0] === 'wrong' ? 'no' : super.verify(...asked);
  }
}
