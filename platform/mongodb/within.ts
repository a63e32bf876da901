import { unavailable } from '#platform/errors/errors.ts';

/** What work gives, if it does in time. @throws ServiceError `service_unavailable` with the reason, if it does not */
export async function within<T>(milliseconds: number, work: Promise<T>, reason: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(unavailable(reason)), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
