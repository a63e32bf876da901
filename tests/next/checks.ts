/** Counts what was checked, and says what failed. */
export class Checks {
  passed = 0;
  failed = 0;

  /** Does a part of a run that needs all parts before it, so the first failure ends the run. */
  async try(what: string, check: () => Promise<void>): Promise<void> {
    const failedBefore = this.failed;
    try {
      await check();
      this.passed += 1;
      process.stdout.write(`ok    ${what}\n`);
    } catch (error) {
      // A failure within this part is counted already.
      if (this.failed === failedBefore) {
        this.failed += 1;
        process.stdout.write(
          `FAILED: ${what}: ${error instanceof Error ? (error.stack ?? error.message) : error}\n`,
        );
      }
      throw error;
    }
  }

  counts(): string {
    return `${this.passed} passed, ${this.failed} failed`;
  }
}
