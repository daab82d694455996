import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, it } from 'vitest';
import { lazyPart } from './lazy-part.ts';

it('shows the part when its code has come, and nothing when it cannot be loaded', async () => {
  const Part = lazyPart(async () => ({ name }: { name: string }) => <p>Part of {name}</p>);
  const Lost = lazyPart(() => Promise.reject(new TypeError('Failed to fetch')));
  render(
    <Suspense fallback="loading">
      <Part name="the page" />
      <Lost />
      <p>The page</p>
    </Suspense>,
  );
  expect(await screen.findByText('Part of the page')).toBeDefined();
  expect(document.body.textContent).toBe('Part of the pageThe page');
});
