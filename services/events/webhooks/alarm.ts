/** A sleep that others can end; who was woken while awake does not fall asleep the next time. */
export class Alarm {
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
