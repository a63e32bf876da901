import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { refusal } from '#platform/errors/errors.ts';

/** The lowest accepted score of 0 to 4. A password with this score takes more than 100 million guesses. */
const leastScore = 3;
/**
 * The maximum number of characters that are rated. The time of a rating grows faster than the length, and a password
 * whose beginning is strong is strong.
 */
const ratedCharacters = 32;
/** The minimum length of a word. Shorter words are parts of too many other words. */
const leastWord = 3;
/** The maximum number of words. */
const mostWords = 50;

/** Words from which people make passwords for a shop, beside names of months and weekdays. */
const usualWords = [
  ...['cartwright', 'cocart', 'woocommerce', 'wordpress', 'shop', 'store', 'company', 'customer', 'manager'],
  ...['spring', 'summer', 'autumn', 'fall', 'winter', 'frühling', 'sommer', 'herbst', 'printemps', 'été'],
  ...[
    'automne',
    'hiver',
    'primavera',
    'verano',
    'otoño',
    'invierno',
    'estate',
    'autunno',
    'inverno',
    'lente',
  ],
];
/** The languages of the names of months and weekdays. */
const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'];

/** Returns the names of all months and weekdays. */
function namesOfDates(): string[] {
  return languages.flatMap((language) =>
    (['month', 'weekday'] as const).flatMap((part) => {
      const { format } = new Intl.DateTimeFormat(language, { [part]: 'long' });
      // 84 days, in all months and on all weekdays.
      const days = Array.from({ length: 84 }, (_, at) => new Date(2026, at % 12, 1 + at));
      return days.map((day) => format(day).toLowerCase());
    }),
  );
}

let estimator: Promise<ZxcvbnFactory> | null = null;

/** Returns the estimator of guesses, with the most common passwords of the world. */
function loadedEstimator(): Promise<ZxcvbnFactory> {
  // The libraries are loaded when the first password is chosen, because most replicas never need them.
  estimator ??= Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]).then(
    ([{ ZxcvbnFactory }, { dictionary, adjacencyGraphs: graphs }]) => {
      const usual = [...new Set([...usualWords, ...namesOfDates()])];
      return new ZxcvbnFactory({
        ...{ graphs, maxLength: ratedCharacters },
        dictionary: { ...dictionary, usual },
      });
    },
  );
  return estimator;
}

/** The texts about a person and the shop that are easy to guess. */
interface Guessable {
  readonly username: string;
  readonly email: string;
  readonly phone?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly displayName?: string;
  /** The title of the shop. */
  readonly shop: string;
}

/** Returns the texts and their words, such as `ann.lee@shop.example`, `ann.lee`, `annlee`, `ann`, `lee`. */
function wordsOf({
  username,
  email,
  phone,
  firstName = '',
  lastName = '',
  displayName,
  shop,
}: Guessable): string[] {
  const given = [username, email, shop, firstName, lastName, displayName, phone];
  const whole = [email.split('@', 1)[0], `${firstName} ${lastName}`, `${lastName} ${firstName}`];
  const texts = [...given, ...whole].filter((text) => text !== undefined);
  const parts = texts.flatMap((text) => text.normalize('NFKC').split(/[^\p{L}\p{N}]+/u));
  const joined = texts.map((text) => text.replaceAll(/[^\p{L}\p{N}]+/gu, ''));
  const words = [...texts, ...joined, ...parts].filter((word) => word.length >= leastWord);
  return [...new Set(words.map((word) => word.toLowerCase()))].slice(0, mostWords);
}

/**
 * Refuses a password that is easy to guess: because it is made of common passwords, sequences, repetitions, dates or
 * keys beside each other, or of the names of the person and the shop.
 *
 * @throws ServiceError `service_password_too_common`
 */
export async function requireStrongPassword(password: string, about: Guessable): Promise<void> {
  const { score } = (await loadedEstimator()).check(password.normalize('NFKC'), wordsOf(about));
  if (score < leastScore) throw refusal('service_password_too_common', {});
}
