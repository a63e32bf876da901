// The health check of MongoDB in docker-compose.yml, which mongosh runs. MongoDB is healthy once it is primary.
// At the first start, this script makes the replica set of one member. After each start, it makes or updates the users,
// so that a changed password in .env becomes valid.
const fs = require('node:fs');
const { actions, collections, moved } = JSON.parse(
  fs.readFileSync('/etc/cartwright/mongodb-users.json', 'utf8'),
);
const { MONGODB_KEY, MONGODB_OPERATOR_PASSWORD } = process.env;
const made = '/tmp/users-made';
const address = '127.0.0.1:27017/cartwright?directConnection=true&authSource=local';
const cartwright = connect(`mongodb://__system:${MONGODB_KEY}@${address}`);
const admin = cartwright.getSiblingDB('admin');

function put(kind, name, document) {
  try {
    cartwright.runCommand({ [`update${kind}`]: name, ...document });
  } catch (error) {
    if (error.codeName !== `${kind}NotFound`) throw error;
    cartwright.runCommand({ [`create${kind}`]: name, ...document });
  }
}

// In version 1.0, the relays of auth were in a collection of the catalogue. They carry on where they stopped.
function copyMoved() {
  const { from, into, ids } = moved;
  const merge = { $merge: { into, whenMatched: 'keepExisting' } };
  cartwright.runCommand({
    aggregate: from,
    pipeline: [{ $match: { _id: { $in: ids } } }, merge],
    cursor: {},
  });
}

function makeUsers() {
  copyMoved();
  for (const [name, own] of Object.entries(collections)) {
    const privileges = own.map((collection) => ({ resource: { db: 'cartwright', collection }, actions }));
    put('Role', name, { privileges, roles: [] });
    put('User', name, { pwd: process.env[`MONGODB_${name.toUpperCase()}_PASSWORD`], roles: [name] });
  }
  put('User', 'operator', { pwd: MONGODB_OPERATOR_PASSWORD, roles: [{ role: 'root', db: 'admin' }] });
  fs.writeFileSync(made, '');
}

try {
  admin.runCommand({ replSetGetStatus: 1 });
} catch {
  const members = [{ _id: 0, host: 'mongodb:27017' }];
  admin.runCommand({ replSetInitiate: { _id: 'rs0', members } });
}
const isPrimary = admin.runCommand({ hello: 1 }).isWritablePrimary;
if (isPrimary && !fs.existsSync(made)) makeUsers();
quit(isPrimary ? 0 : 1);
