import type { components } from '@ringside/openapi/schema';
import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';

type ValidationProblem = components['schemas']['ValidationProblem'];

/** The server's refusal with one issue for each of these pointers. */
export function refusalOf(pointers: readonly string[]): { status: 400; body: ValidationProblem } {
  const issues = pointers.map((pointer) => ({
    detail: `Wrong: ${pointer}`,
    pointer,
    location: 'body' as const,
  }));
  return {
    status: 400,
    body: {
      type: '/problems/validation-error',
      status: 400,
      title: 'Validation Error',
      detail: 'The request does not fit the contract.',
      issues,
    },
  };
}

/** Each issue stands in the summary under the field's label, links to a field of the page, and is said there. */
export async function expectIssuesAt(fields: Readonly<Record<string, string>>) {
  const summary = await screen.findByRole('alert');
  expect(document.activeElement).toBe(summary);
  for (const [pointer, label] of Object.entries(fields)) {
    const link = within(summary).getByRole('link', { name: `${label}: Wrong: ${pointer}` });
    const field = document.getElementById(link.getAttribute('href')?.slice(1) ?? '');
    expect(field, pointer).not.toBeNull();
    expect(field?.getAttribute('aria-invalid'), pointer).toBe('true');
    expect(screen.getAllByText(`Wrong: ${pointer}`).length, pointer).toBeGreaterThan(0);
  }
}
