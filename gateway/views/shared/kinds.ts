import { z } from 'zod';
import * as texts from './schemas/texts.ts';
import { kind } from './view.ts';

/** The kinds of members: each declares a member with its words and with how its value is read. */

export const text = kind(z.string());
export const flag = kind(z.boolean());
export const number = kind(z.number());
export const whole = kind(z.int());
/** An amount as decimal text in major units. */
export const decimal = kind(texts.decimal);
/** An amount as decimal text in major units. A missing amount is empty text. */
export const decimalOrEmpty = kind(texts.decimalOrEmpty);
/** An amount as text in minor units. */
export const minor = kind(texts.minor);
/** A date and time without offset, `2031-04-05T10:00:00`. */
export const dateTime = kind(texts.dateTime);
export const url = kind(texts.url);
