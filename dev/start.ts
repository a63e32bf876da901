// `npm start`: the whole system with one process of each engine.
import { runSystem } from './start-command.ts';

await runSystem('single');
