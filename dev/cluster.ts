// `npm run cluster`: starts the whole system. Each engine runs on several nodes.
import { runSystem } from './start-command.ts';

await runSystem('cluster');
