import { type ClientSession, type Connection, trusted } from 'mongoose';
import { refusal } from '#platform/errors/errors.ts';
import type { ReviewDocument } from '../domain/reviews.ts';
import { type FloodDocument, floodSeconds, floods, reviews } from './review-schema.ts';

/** The minimum milliseconds between two reviews of one author, the same as in WordPress. */
const authorMs = 15_000;
/** The maximum number of reviews from one network address in a minute. */
const maxPerAddress = 20;

function utc(unixMs: number): string {
  return new Date(unixMs).toISOString().slice(0, 19);
}

function flood(untilMs: number, now: number) {
  return refusal('service_comment_flood', { retry_after: Math.max(1, Math.ceil((untilMs - now) / 1_000)) });
}

/** The origin of a review, as a digest of the network address, and the time of the review in Unix milliseconds. */
interface Origin {
  readonly addressDigest: string;
  readonly now: number;
}

/**
 * Refuses a review within 15 s after another review of the same author, and the twenty-first review within a minute
 * from one network address.
 *
 * @throws ServiceError `service_comment_flood`
 */
export async function requireBelowFloodLimit(
  connection: Connection,
  author: string,
  from: Origin,
  session: ClientSession,
): Promise<void> {
  const { now } = from;
  const last = await reviews(connection)
    .findOne(
      { author, 'created.utc': trusted({ $gt: utc(now - authorMs), $lte: utc(now) }) },
      { created: 1 },
      { session },
    )
    .sort({ 'created.utc': -1, _id: -1 })
    .lean<Pick<ReviewDocument, 'created'>>()
    .exec();
  if (last) throw flood(Date.parse(`${last.created.utc}Z`) + authorMs, now);
  await requireAddressBelowFloodLimit(connection, from, session);
}

/**
 * Refuses the twenty-first review within a minute from one network address.
 *
 * @throws ServiceError `service_comment_flood`
 */
export async function requireAddressBelowFloodLimit(
  connection: Connection,
  { addressDigest, now }: Origin,
  session: ClientSession | null = null,
): Promise<void> {
  const from = new Date(now - floodSeconds * 1_000);
  const marks = await floods(connection)
    .find({ address: addressDigest, at: trusted({ $gt: from }) }, null, { session })
    .sort({ at: -1 })
    .limit(maxPerAddress)
    .lean<FloodDocument[]>()
    .exec();
  const first = marks[maxPerAddress - 1];
  if (first) throw flood(first.at.getTime() + floodSeconds * 1_000, now);
}
