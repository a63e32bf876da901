// The other end of the NATS floor.
import { connect } from 'nats';
import { body } from './body.ts';

process.once('disconnect', () => process.exit());
const nats = await connect({ servers: process.argv[2] ?? '' });
nats.subscribe('floor', { queue: 'floor', callback: (_error, message) => message.respond(body) });
await nats.flush();
process.send?.({ port: 0 });
