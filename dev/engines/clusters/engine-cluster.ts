/** One process of an engine with several processes. */
export interface EngineNode {
  /** Unique in its cluster, such as `redis-1`; the name of its folder and its log. */
  readonly name: string;
  readonly port: number;
  /** Null while the process does not run. */
  readonly pid: number | null;
  /** Ends the process with SIGKILL and keeps its data. */
  kill(): Promise<void>;
  /** Ends the process with SIGTERM, as an operator would. */
  stop(): Promise<void>;
  /** Starts the process again with its data, on the same port. Resolves when the process accepts connections. */
  start(): Promise<void>;
  pause(): void;
  resume(): void;
}

/** An engine that runs on several processes of this machine. */
export interface EngineCluster {
  /** The value of MONGODB_URL, REDIS_URL or NATS_URL, with the addresses of all nodes. */
  readonly url: string;
  readonly nodes: readonly EngineNode[];
  /** Kills all nodes. Keeps their data in the folder of the cluster. */
  close(): Promise<void>;
}
