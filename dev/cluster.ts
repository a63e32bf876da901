// `npm run cluster`: the whole system with every engine on several nodes.
import { runSystem } from './run-system.ts';

await runSystem('cluster');
