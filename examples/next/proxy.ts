import { CartwrightError, createClient } from '@cartwright/client';
import { type NextRequest, NextResponse } from 'next/server';
import { shopUrl } from './lib/settings';
import { accessToken, cookieOptions, refreshToken } from './lib/tokens';

const shop = createClient({ url: shopUrl });

/** Gets the next access token before a request of a shopper whose access token has ended. */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const refresh = request.cookies.get(refreshToken)?.value;
  if (refresh === undefined || request.cookies.has(accessToken)) return NextResponse.next();
  try {
    const body = { refresh_token: refresh };
    const next = await shop.request('POST /jwt/refresh-token', { body });
    const tokens = Object.entries({ [accessToken]: next.token, [refreshToken]: next.refresh_token });
    for (const [name, value] of tokens) request.cookies.set(name, value);
    const response = NextResponse.next({ request: { headers: request.headers } });
    for (const [name, value] of tokens) response.cookies.set(name, value, cookieOptions(name, value));
    return response;
  } catch (error) {
    const response = NextResponse.next();
    // The login has ended. After any other failure the next request tries it again.
    if (error instanceof CartwrightError && error.status === 401) response.cookies.delete(refreshToken);
    return response;
  }
}

export const config = { matcher: '/((?!_next|api).*)' };
