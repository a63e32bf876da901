// `npm start`: starts the whole system. Each engine is one process.
import { runSystem } from './start-command.ts';

await runSystem('single');
