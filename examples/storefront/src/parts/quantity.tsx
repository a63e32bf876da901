import { useEffect, useState } from 'preact/hooks';
import { text } from '../texts.ts';

interface QuantityProps {
  /** The name of the product, for screen readers. */
  readonly label: string;
  readonly value: number;
  readonly min: number;
  /** The maximum quantity; -1 if there is no maximum. */
  readonly max: number;
  readonly onChange: (quantity: number) => void;
}

/** Shows a number field between two buttons. A typed number is used when the field loses the focus. */
export function Quantity({ label, value, min, max, onChange }: QuantityProps) {
  const [typed, setTyped] = useState(String(value));
  useEffect(() => setTyped(String(value)), [value]);
  const most = max < 0 ? 9_999 : max;
  const set = (next: number) => {
    const bounded = Number.isInteger(next) ? Math.min(most, Math.max(min, next)) : value;
    setTyped(String(bounded));
    if (bounded !== value) onChange(bounded);
  };
  return (
    <span class="quantity">
      <button
        type="button"
        aria-label={text('product.less', { name: label })}
        disabled={value <= min}
        onClick={() => set(value - 1)}
      >
        −
      </button>
      <input
        type="number"
        inputMode="numeric"
        aria-label={text('product.quantity', { name: label })}
        min={min}
        max={most}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onChange={(event) => set(event.currentTarget.valueAsNumber)}
      />
      <button
        type="button"
        aria-label={text('product.more', { name: label })}
        disabled={value >= most}
        onClick={() => set(value + 1)}
      >
        +
      </button>
    </span>
  );
}
