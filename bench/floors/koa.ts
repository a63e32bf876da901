// A minimal server for comparison: a plain Koa server that answers with a prepared buffer.
import Koa from 'koa';
import { body } from './body.ts';
import { serve } from './serve.ts';

const app = new Koa();
app.use((ctx) => {
  ctx.type = 'application/json';
  ctx.body = body;
});
serve(app.callback());
