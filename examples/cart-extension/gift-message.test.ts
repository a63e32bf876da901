import { expect, test } from 'vitest';
import giftMessage from './gift-message.ts';

test('a message is stored with its sender', () => {
  expect(giftMessage.update({ text: 'For Ana', from: 'Gill' }, null)).toEqual({
    value: { text: 'For Ana', from: 'Gill' },
    notice: 'Your gift message has been saved.',
  });
  expect(giftMessage.update({ text: 'For Ana' }, null)).toMatchObject({
    value: { text: 'For Ana', from: '' },
  });
});

test('an empty text removes the message', () => {
  const kept = { text: 'For Ana', from: '' };
  expect(giftMessage.update({ text: ' ' }, kept)).toMatchObject({ value: null });
});

test('a card holds at most three hundred characters', () => {
  expect(giftMessage.update({ text: '🎁'.repeat(300) }, null)).toHaveProperty('value');
  expect(giftMessage.update({ text: '🎁'.repeat(300), from: 'G' }, null)).toEqual({
    refusal: 'A gift message has at most 300 characters.',
  });
});

test.each([{}, { text: 5 }, { text: 'For Ana', from: ['Gill'] }])('%j is refused', (data) => {
  expect(giftMessage.update(data, null)).toEqual({
    refusal: 'A gift message has a text, and may say whom it is from.',
  });
});
