/** A sleep that another caller can end. A wake while awake makes the next sleep return at once. */
export class WakeableSleep {
  #woken = false;
  #ring: (() => void) | null = null;

  wake(): void {
    this.#woken = true;
    this.#ring?.();
  }

  async sleep(milliseconds: number): Promise<void> {
    if (!this.#woken) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.#ring = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#ring = null;
    this.#woken = false;
  }
}
