/**
 * Sleeps until a time has passed or `wake` is called. If `wake` is called while nobody sleeps, the next sleep
 * ends at once.
 */
export class WakeableSleep {
  #woken = false;
  #endSleep: (() => void) | null = null;

  wake(): void {
    this.#woken = true;
    this.#endSleep?.();
  }

  async sleep(milliseconds: number): Promise<void> {
    if (!this.#woken) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.#endSleep = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#endSleep = null;
    this.#woken = false;
  }
}
