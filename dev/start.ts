// `npm start`: the whole system with one process of each engine.
import { runSystem } from './run-system.ts';

await runSystem('single');
