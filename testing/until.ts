/** Waits until a condition is true. @throws Error after thirty seconds */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 30_000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('it did not come to hold within 30 s');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
