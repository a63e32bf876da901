import type { Status } from '#contracts/status.ts';

/** The status of a new process without dependencies. */
export const newStatus: Status = {
  ...{ uptimeSeconds: 0, requests: 0, errors: 0, milliseconds: 0 },
  ...{ ready: true, reasons: [], now: Date.now() },
  ...{ dependencies: {}, feeds: {}, backlogs: {}, clocks: {}, seen: [] },
};
