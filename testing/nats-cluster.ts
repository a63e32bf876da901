import { rm } from 'node:fs/promises';
import { afterAll, beforeAll } from 'vitest';
import { type NatsCluster, startNatsCluster } from '../dev/engines/clusters/nats-cluster.ts';
import { dataFolder } from './data-folder.ts';
import { keepStreamsAt, untilUsable } from './engine-process.ts';

/** Starts three NATS nodes without users, with the streams on one node, for the current test file, in `beforeAll`. Only tests can use `cluster`. */
export function natsClusterFixture(): { readonly cluster: NatsCluster } {
  let cluster: NatsCluster | undefined;
  let folder: string;
  beforeAll(async () => {
    folder = await dataFolder();
    cluster = await startNatsCluster({ folder });
    const { url } = cluster;
    await untilUsable(() => keepStreamsAt(url));
  }, 90_000);
  afterAll(async () => {
    await cluster?.close();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    get cluster() {
      if (!cluster) throw new Error('the cluster is not started yet');
      return cluster;
    },
  };
}
