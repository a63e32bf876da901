import { type Connection, mongo } from 'mongoose';

const profileBytes = 64 * 1_024 * 1_024;

/** A command as MongoDB's profiler tells of it. */
export interface Profiled {
  readonly op: string;
  readonly ns: string;
  readonly planSummary?: string;
  readonly keysExamined?: number;
  readonly docsExamined?: number;
  readonly hasSortStage?: boolean;
}

/** How much a command looked at: keys or documents, whichever are more. */
export function examined({ keysExamined = 0, docsExamined = 0 }: Profiled): number {
  return Math.max(keysExamined, docsExamined);
}

/** It stays when the profiler is off: what was under way then still writes to it. */
function unlessThere(error: unknown): void {
  if (!(error instanceof mongo.MongoServerError && error.codeName === 'NamespaceExists')) throw error;
}

/** What MongoDB does during some work, command by command. */
export async function profiled({ db }: Connection, work: () => Promise<void>): Promise<Profiled[]> {
  if (!db) throw new Error('no database');
  await db.createCollection('system.profile', { capped: true, size: profileBytes }).catch(unlessThere);
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
