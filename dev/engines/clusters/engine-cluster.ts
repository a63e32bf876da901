/** One process of an engine with several processes. */
export interface EngineNode {
  /** Unique in its cluster, such as `redis-1`; the name of its folder and its log. */
  readonly name: string;
  readonly port: number;
  /** Null while it does not run. */
  readonly pid: number | null;
  /** Ends it with SIGKILL. Its data stays. */
  kill(): Promise<void>;
  /** Ends it with SIGTERM, as an operator would. */
  stop(): Promise<void>;
  /** Starts it again with its data and on its port. Resolves when it accepts connections. */
  start(): Promise<void>;
  pause(): void;
  resume(): void;
}

/** An engine that runs on several processes of this machine. */
export interface EngineCluster {
  /** The value of MONGODB_URL, REDIS_URL or NATS_URL: it names every node. */
  readonly url: string;
  readonly nodes: readonly EngineNode[];
  /** Kills all nodes. Their data stays in the folder of the cluster. */
  close(): Promise<void>;
}
