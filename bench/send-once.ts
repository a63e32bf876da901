import { type Request, runJob } from './load/job.ts';

/** Number of connections by default: few, because the requests must succeed on a busy machine too. */
const usualConnections = 4;

/** Sends each request once. @throws Error if a request fails */
export async function sendOnce(
  url: string,
  requests: readonly Request[],
  connections = usualConnections,
): Promise<void> {
  const { statuses } = await runJob({ url, connections, requests, seed: 1 });
  const failed = Object.entries(statuses).filter(([status]) => !isSuccess(Number(status)));
  if (failed.length === 0) return;
  const counts = failed.map(([status, count]) => `status ${status} ${count} times`);
  throw new Error(`the shop cannot be prepared: ${requests[0]?.path} and its like gave ${counts.join(', ')}`);
}

/** Returns whether an HTTP status counts as success: 2xx or 304, "not modified". */
export function isSuccess(status: number): boolean {
  return (status >= 200 && status < 300) || status === 304;
}
