/** The address of Cartwright, as this server reaches it. */
export const shopUrl = process.env.CARTWRIGHT_URL ?? 'http://127.0.0.1:8080';

/** The secret that `webhooks create` has shown. Without it every delivery is refused. */
export const webhookSecret = process.env.WEBHOOK_SECRET ?? '';

/** Browsers send cookies of a production server over HTTPS only; `localhost` counts as such. */
export const isSecure = process.env.NODE_ENV === 'production';
