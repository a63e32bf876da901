import type { Product } from '../api.ts';
import { type Choice, choicesOf, isPossible } from '../variations.ts';

interface OptionsProps {
  readonly product: Product;
  readonly choice: Choice;
  readonly onChoose: (choice: Choice) => void;
}

/** Shows a group of radio buttons for each attribute in which the variations of a product differ. */
export function Options({ product, choice, onChoose }: OptionsProps) {
  return (
    <>
      {choicesOf(product).map(([key, { name, options }]) => (
        <fieldset class="options" key={key}>
          <legend>{name}</legend>
          {Object.entries(options).map(([slug, label]) => (
            <label key={slug} class={isPossible(product, choice, key, slug) ? '' : 'gone'}>
              <input
                type="radio"
                name={key}
                value={slug}
                required
                checked={choice[key] === slug}
                onChange={() => onChoose({ ...choice, [key]: slug })}
              />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
      ))}
    </>
  );
}
