// `npm run cluster`: the whole system with every engine on several nodes.
import { runSystem } from './start-command.ts';

await runSystem('cluster');
