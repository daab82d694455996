/**
 * The switch of the mock (`pnpm dev:mock`): a button in the corner of every page with which one sees the page empty, slow
 * or refused. Vite adds this script to the page in the mode `mock` and never builds it into the product.
 */
import { readChoices } from './choices.ts';
import { interceptCalls } from './intercept.ts';
import { showPanel } from './panel.ts';

const choices = readChoices();
const calls = new Set<string>();
let refresh = () => {};
interceptCalls(choices, (call) => {
  if (calls.has(call)) return;
  calls.add(call);
  refresh();
});
document.addEventListener('DOMContentLoaded', () => {
  refresh = showPanel({ choices, calls });
});
