/** A sleep that another caller can end. If `wake` is called while nobody sleeps, the next sleep returns at once. */
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
