import { type Connection, mongo } from 'mongoose';

const profileBytes = 64 * 1_024 * 1_024;

/** A command that MongoDB's profiler has recorded. */
export interface Profiled {
  readonly op: string;
  readonly ns: string;
  readonly planSummary?: string;
  readonly keysExamined?: number;
  readonly docsExamined?: number;
  readonly hasSortStage?: boolean;
}

/** Returns the number of keys or of documents that a command has examined: the greater number of the two. */
export function examined({ keysExamined = 0, docsExamined = 0 }: Profiled): number {
  return Math.max(keysExamined, docsExamined);
}

/**
 * Ignores the error that the collection exists; throws any other error. The collection of an earlier
 * profiling may still exist, because commands in progress write to it.
 */
function ignoreExisting(error: unknown): void {
  if (!(error instanceof mongo.MongoServerError && error.codeName === 'NamespaceExists')) throw error;
}

/** Runs `work` and returns the commands that MongoDB has run during the work. */
export async function profiled({ db }: Connection, work: () => Promise<void>): Promise<Profiled[]> {
  if (!db) throw new Error('no database');
  await db.createCollection('system.profile', { capped: true, size: profileBytes }).catch(ignoreExisting);
  const { localTime } = await db.command({ hello: 1 });
  await db.command({ profile: 2 });
  try {
    await work();
  } finally {
    await db.command({ profile: 0 });
  }
  const members = { op: 1, ns: 1, planSummary: 1, keysExamined: 1, docsExamined: 1, hasSortStage: 1 };
  const projection = { _id: 0, 'command.filter': 1, 'command.pipeline': 1, ...members };
  const own = db
    .collection('system.profile')
    .find({ ts: { $gte: localTime }, ns: { $not: /profile$/ } }, { projection });
  return (await own.toArray()) as unknown as Profiled[];
}
