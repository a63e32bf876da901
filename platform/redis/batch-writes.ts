import type { Cluster, Redis } from 'ioredis';

/**
 * Makes the driver send all commands of one turn of the event loop in one write. By default each command is a separate
 * system call.
 */
export function batchWrites(redis: Redis): Redis {
  const send = redis.sendCommand.bind(redis);
  let isCorked = false;
  redis.sendCommand = (command, stream) => {
    const socket = redis.stream;
    if (socket && !isCorked) {
      isCorked = true;
      socket.cork();
      setImmediate(() => {
        isCorked = false;
        socket.uncork();
      });
    }
    return send(command, stream);
  };
  return redis;
}

/** Applies `batchWrites` to the connection to each node of a cluster. */
export function batchWritesOfNodes(cluster: Cluster): Cluster {
  for (const node of cluster.nodes()) batchWrites(node);
  return cluster.on('+node', batchWrites);
}
