// A load generator that sends requests at one moment, each on a connection of its own.
import { once } from 'node:events';
import { request } from 'node:http';
import type { BurstJob, BurstResult } from './burst-job.ts';
import type { Request } from './job.ts';

/** Sends a request on a new connection. Returns its status, 0 without an answer, and how long it took. */
async function answerTo(url: string, { method, path, headers, body = '' }: Request) {
  const { promise, resolve } = Promise.withResolvers<number>();
  const sentAt = performance.now();
  request(url + path, { method, agent: false, headers: { ...headers, 'content-length': body.length } })
    .on('response', (answer) => answer.resume().once('end', () => resolve(answer.statusCode ?? 0)))
    .on('error', () => resolve(0))
    .end(body);
  return { status: await promise, milliseconds: performance.now() - sentAt };
}

async function burst({ url, requests }: BurstJob): Promise<BurstResult> {
  const answers = await Promise.all(requests.map((one) => answerTo(url, one)));
  const timesOf = (isServed: boolean) =>
    answers
      .filter(({ status }) => (status >= 200 && status < 300) === isServed)
      .map(({ milliseconds }) => milliseconds)
      .sort((one, other) => one - other);
  return { served: timesOf(true), refused: timesOf(false), statuses: answers.map(({ status }) => status) };
}

process.once('disconnect', () => process.exit());
const [job] = (await once(process, 'message')) as [BurstJob];
process.send?.(await burst(job));
process.disconnect();
