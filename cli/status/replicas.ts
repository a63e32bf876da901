import { type SeenReplica, type Status, services } from '#contracts/status.ts';
import { duration } from '../output/duration.ts';

/** The answer of a replica about itself. */
export interface Answer {
  readonly service: string;
  readonly replica: string;
  readonly version: string;
  /** URL of the replica's private port with health, metrics and operations. */
  readonly privateUrl: string | null;
  /** The status of the replica. Null if the replica has another version, whose status cannot be parsed. */
  readonly status: Status | null;
}

/** A replica that answers, an expected replica that does not answer, or a service without replicas. */
export type Row =
  | (Answer & { readonly state: 'ready' | 'not ready' })
  | (SeenReplica & { readonly state: 'no answer' })
  | { readonly service: string; readonly state: 'missing' };

/**
 * Returns the replicas that have announced themselves recently but have not answered. The other replicas
 * report these announcements in `seen`.
 */
function silent(answers: readonly Answer[]): SeenReplica[] {
  const answered = new Set(answers.map(({ service, replica }) => `${service} ${replica}`));
  const latest = new Map<string, SeenReplica>();
  for (const seen of answers.flatMap(({ status }) => status?.seen ?? [])) {
    const name = `${seen.service} ${seen.replica}`;
    const other = latest.get(name);
    if (!answered.has(name) && (!other || seen.agoSeconds < other.agoSeconds)) latest.set(name, seen);
  }
  return [...latest.values()];
}

/**
 * Returns whether all expected replicas have answered: at least one replica of each service, and all replicas that were
 * recently announced.
 */
export function isComplete(answers: readonly Answer[]): boolean {
  const isThere = (name: string) => answers.some(({ service }) => service === name);
  return services.every(isThere) && silent(answers).length === 0;
}

/**
 * Returns sorted rows: one for each replica that answers or is expected to answer, and one for each service without
 * replicas.
 */
export function rowsOf(answers: readonly Answer[]): Row[] {
  const absent = silent(answers);
  const known = new Set([...answers, ...absent].map(({ service }) => service));
  const rows: Row[] = [
    ...answers.map((one) => ({
      ...one,
      state: one.status?.ready ? ('ready' as const) : ('not ready' as const),
    })),
    ...absent.map((one) => ({ ...one, state: 'no answer' as const })),
    ...services
      .filter((service) => !known.has(service))
      .map((service) => ({ service, state: 'missing' as const })),
  ];
  const order = (row: Row) => `${row.service} ${'replica' in row ? row.replica : ''}`;
  return rows.sort((one, other) => order(one).localeCompare(order(other), 'en', { numeric: true }));
}

/** Returns sentences about the problems of a replica or service. */
export function problemsOf(row: Row): string[] {
  if (row.state === 'missing') return [`${row.service}: no replica answers`];
  if (row.state === 'no answer') {
    return [`${row.replica} does not answer; it was there ${duration(row.agoSeconds)} ago`];
  }
  const { replica, status } = row;
  if (!status) return [`${replica} reports no status: it runs another version`];
  const now = status.now;
  const unhealthy = Object.entries(status.dependencies).filter(([, { state }]) => state !== 'up');
  const behind = Object.entries(status.feeds).filter(([, { current }]) => !current);
  return [
    ...status.reasons.map((reason) => `${replica} is not ready: ${reason}`),
    ...unhealthy.map(
      ([name, { state, reason, since }]) =>
        `${replica}: ${name} is ${state} for ${duration(Math.max(0, Math.round((now - since) / 1_000)))}: ${reason}`,
    ),
    ...behind.map(([name, { behindSeconds }]) =>
      behindSeconds === null
        ? `${replica}: the feed ${name} was never heard`
        : `${replica}: the feed ${name} is ${behindSeconds.toFixed(1)} s behind`,
    ),
  ];
}
