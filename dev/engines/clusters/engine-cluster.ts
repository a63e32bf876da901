/** One process of an engine that runs on several processes. */
export interface EngineNode {
  /**
   * The node's name, such as `redis-1`, which is unique in the cluster. The node's folder and log also have this
   * name.
   */
  readonly name: string;
  readonly port: number;
  /** The process id; null while the process does not run. */
  readonly pid: number | null;
  /** Ends the process with SIGKILL and keeps its data. */
  kill(): Promise<void>;
  /** Ends the process with SIGTERM, as an operator does. */
  stop(): Promise<void>;
  /** Starts the process again with its data, on the same port. Resolves when the process accepts connections. */
  start(): Promise<void>;
  pause(): void;
  resume(): void;
}

/** An engine that runs on several processes of this machine. */
export interface EngineCluster {
  /** The URL with the addresses of all nodes, as in MONGODB_URL, REDIS_URL or NATS_URL. */
  readonly url: string;
  readonly nodes: readonly EngineNode[];
  /** Kills all nodes. Keeps their data in the folder of the cluster. */
  close(): Promise<void>;
}
