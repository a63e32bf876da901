import { unavailable } from './errors.ts';

/** Checks the deadline of a request in a long loop. @throws ServiceError `service_unavailable` after the deadline */
export type DeadlineCheck = () => void;

/** Returns a check of a deadline. `deadline` and `now` are in Unix milliseconds. */
export function deadlineCheck(deadline: number, now: () => number): DeadlineCheck {
  return () => {
    if (now() > deadline) throw unavailable('the deadline has passed');
  };
}

/** A check that never throws, for work without a deadline. */
export const noDeadline: DeadlineCheck = () => undefined;
