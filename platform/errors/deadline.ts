import { unavailable } from './errors.ts';

/** A check for long loops. @throws ServiceError `service_unavailable` after the deadline */
export type DeadlineCheck = () => void;

/** Returns the check of a deadline, in Unix milliseconds like the clock. */
export function deadlineCheck(deadline: number, now: () => number): DeadlineCheck {
  return () => {
    if (now() > deadline) throw unavailable('the deadline has passed');
  };
}

/** The check of work without a deadline. */
export const noDeadline: DeadlineCheck = () => undefined;
