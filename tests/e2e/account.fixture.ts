import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectSound, focused, shopperIn, tabTo } from './shopper.fixture.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const type = (page: Page, text: string) => page.keyboard.insertText(text);

/**
 * Clicks a button until the page shows a text. One click may fail, because a busy shop refuses requests.
 */
async function clickUntil(
  page: Page,
  button: string,
  text: string | RegExp,
  beforeAgain: () => Promise<void> = async () => {},
): Promise<void> {
  const textOnPage = page.getByText(text).first();
  let isFirst = true;
  const refusal = page.getByText('Please try again.').first();
  const isShown = async () => {
    const answer = textOnPage.or(refusal).first();
    await answer.waitFor({ timeout: 15_000 }).catch(() => undefined);
    return textOnPage.isVisible();
  };
  await expect
    .poll(
      async () => {
        if (await textOnPage.isVisible()) return true;
        if (!isFirst) await beforeAgain();
        isFirst = false;
        // The button is disabled or gone if the answer to the last click arrives late.
        const clicking = page.getByRole('button', { name: button, exact: true }).click({ timeout: 5_000 });
        await clicking.catch(() => undefined);
        return isShown();
      },
      { timeout: 100_000 },
    )
    .toBe(true);
}

/**
 * Creates an account with the keyboard in a narrow window, saves an address, and changes and resets the
 * password.
 */
export async function visitAccount(browser: Browser, secureUrl: string): Promise<void> {
  const { open, complaints, context } = await shopperIn(browser, secureUrl, { width: 360, height: 700 });
  const page = await open('/shop/account');
  await page.getByRole('link', { name: 'make an account' }).click();
  await heading(page, 'Make an account').waitFor();
  await expectSound(page, 'register');
  await tabTo(page, /^First name/, 'label');
  await type(page, 'Bea');
  await tabTo(page, /^E-mail address/, 'label');
  await type(page, 'bea@example.com');
  await tabTo(page, /^Password/, 'label');
  await type(page, 'a long password');
  await tabTo(page, /^Make the account$/);
  let email = 'bea@example.com';
  // Each try has a new e-mail address, because the shop may have created the account although the answer was 503.
  await clickUntil(page, 'Make the account', 'You are logged in as Bea.', async () => {
    email = `bea.${email}`;
    await page
      .getByLabel('E-mail address')
      .fill(email, { timeout: 1_000 })
      .catch(() => undefined);
  });
  await expect.poll(() => focused(page)).toBe('Your account');

  const billing = page.getByRole('region', { name: 'Billing address' });
  await billing.getByLabel('City', { exact: true }).fill('Utrecht');
  await billing.getByLabel('Postcode').fill('3511ab');
  await billing.getByLabel('Country').selectOption('NL');
  await clickUntil(page, 'Save the billing address', 'Your billing address is saved.');
  await expectSound(page, 'account');
  complaints.length = 0; // Cleared, because the browser reports each refusal as an error.

  await page.getByLabel('Current password').fill('not this one');
  await page.getByLabel('New password').fill('another long password');
  await clickUntil(page, 'Change the password', 'The current password is wrong.');
  await page.getByLabel('Current password').fill('a long password');
  await clickUntil(page, 'Change the password', 'Your password is changed.');
  await page.reload();
  await page.getByText('You are logged in as Bea.').waitFor();
  await expect.poll(() => billing.getByLabel('City', { exact: true }).inputValue()).toBe('Utrecht');
  await page.getByRole('button', { name: 'Log out' }).click();

  await page.goto('/shop/login');
  await page.getByRole('link', { name: 'Forgot the password?' }).click();
  await heading(page, 'Forgot the password').waitFor();
  await page.getByLabel('User name or e-mail address').fill(email);
  await clickUntil(page, 'Send me a message', /its owner gets a message/);
  await expectSound(page, 'forgot');
  await page.goto('/shop/reset#key=none');
  await expect.poll(() => page.getByLabel('Key from the message').inputValue()).toBe('none');
  await page.getByLabel('New password').fill('one more long password');
  await clickUntil(page, 'Set the password', /token is invalid or has expired/);
  await expectSound(page, 'reset');
  await context.close();
}
