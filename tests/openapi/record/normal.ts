/** The date and the time of day that recordings show instead of the current date and time. */
const [today, clock] = ['2026-05-20', '09:00:00'];
const dayMs = 86_400_000;
/** The date and time that recordings show, in the format of the list of sessions. */
const americanTime = '05/20/2026 09:00:00';
/** Maximum age in days of a date that recordings replace. Older dates stay unchanged. */
const recentDays = 60;

/** Texts that differ in every recording: the real text → the shown text. */
type Replaced = Readonly<Record<string, string>>;

const accessToken = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
/** The cart number that recordings show. */
const cartId = 4823;

/**
 * Returns the time that recordings show instead of the time `text`. If the date of `text` is n days before or after
 * the current date, the shown date is n days before or after `today`, and the shown time of day is `clock`. If the
 * date is more than `recentDays` days ago, returns `text` unchanged, because such a date is the same in every
 * recording: for example, the creation date of a product of the demo shop.
 */
function shownTime(text: string, now: number): string {
  const [day = '', between = ''] = [text.slice(0, 10), text.slice(10, 11)];
  const days = Math.round((Date.parse(day) - Date.parse(new Date(now).toISOString().slice(0, 10))) / dayMs);
  if (days < -recentDays) return text;
  const shown = new Date(Date.parse(today) + days * dayMs).toISOString().slice(0, 10);
  return `${shown}${between}${clock}`;
}

/** Returns a text in which constant values replace everything that differs between recordings. */
function shownText(text: string, replaced: Replaced, now: number): string {
  let shown = text;
  for (const [own, usual] of Object.entries(replaced)) shown = shown.replaceAll(own, usual);
  shown = shown.replaceAll(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, accessToken);
  shown = shown.replaceAll(/\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d/g, americanTime);
  return shown.replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/g, (time) => shownTime(time, now));
}

/**
 * Returns an answer in which constant values replace everything that differs between recordings. Lists are cut
 * to two entries.
 */
export function normal(answer: unknown, replaced: Replaced, now = Date.now()): unknown {
  if (typeof answer === 'string') return shownText(answer, replaced, now);
  if (Array.isArray(answer)) return answer.slice(0, 2).map((one) => normal(one, replaced, now));
  if (typeof answer !== 'object' || answer === null) return answer;
  return Object.fromEntries(
    Object.entries(answer).map(([name, one]) => [
      shownText(name, replaced, now),
      name === 'cart_id' ? String(cartId) : normal(one, replaced, now),
    ]),
  );
}
