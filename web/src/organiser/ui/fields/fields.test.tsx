import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { MarkdownField } from './markdown-field.tsx';
import { SlugField } from './slug-field.tsx';
import { ZoneField } from './zone-field.tsx';

function SlugForm({
  publicSlug,
  slug = '',
  follows,
}: {
  publicSlug?: string;
  slug?: string;
  follows?: boolean;
}) {
  const [name, setName] = useState('');
  const [value, setValue] = useState(slug);
  return (
    <MantineProvider env="test">
      <input aria-label="Name" value={name} onChange={({ currentTarget }) => setName(currentTarget.value)} />
      <SlugField
        id="slug"
        label="Address"
        value={value}
        onChange={setValue}
        addressOf={(text) => `/competitions/${text}`}
        follows={follows ? name : undefined}
        publicSlug={publicSlug}
      />
    </MantineProvider>
  );
}

describe('SlugField', () => {
  const slugField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Address' });
  const nameField = () => screen.getByRole('textbox', { name: 'Name' });

  it('follows the name until somebody types into it, and again when it was left empty', async () => {
    render(<SlugForm follows />);
    await userEvent.type(nameField(), 'Nacht der Größten & Co');
    await waitFor(() => expect(slugField().value).toBe('nacht-der-groessten-and-co'));
    await userEvent.clear(slugField());
    await userEvent.type(slugField(), 'night');
    await userEvent.type(nameField(), ' 2');
    expect(slugField().value).toBe('night');
    await userEvent.clear(slugField());
    await userEvent.tab();
    await waitFor(() => expect(slugField().value).toBe('nacht-der-groessten-and-co-2'));
  });

  it('keeps within the limit of the contract, also after a pasted book', async () => {
    render(<SlugForm follows />);
    await userEvent.click(nameField());
    await userEvent.paste('a-'.repeat(10_000));
    await waitFor(() => expect(slugField().value.length).toBeGreaterThan(100));
    expect(slugField().value).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(slugField().value.length).toBeLessThanOrEqual(255);
  });

  it('warns when viewers know the address, and names the old one', async () => {
    render(<SlugForm slug="gala" publicSlug="gala" />);
    expect(screen.queryByRole('status')).toBeNull();
    await userEvent.type(slugField(), '-2');
    expect(screen.getByRole('status').textContent).toContain('/competitions/gala');
  });
});

function TextForm({ first }: { first: string }) {
  const [value, setValue] = useState(first);
  return (
    <MantineProvider env="test">
      <MarkdownField id="content" label="Text" value={value} onChange={setValue} />
    </MantineProvider>
  );
}

describe('MarkdownField', () => {
  it('counts, and previews what the public pages show: no HTML, no script', async () => {
    render(<TextForm first={'# Tonight\n<img src=x onerror=alert(1)> [x](javascript:alert(1))'} />);
    expect(screen.getByText(/^63 of 20,000 characters/)).toBeDefined();
    await userEvent.click(screen.getByRole('radio', { name: 'Preview' }));
    const preview = screen.getByRole('region', { name: 'Preview of Text' });
    expect(await within(preview).findByRole('heading', { name: 'Tonight', level: 2 })).toBeDefined();
    expect(preview.querySelector('img, a')).toBeNull();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('says what is too much before it is sent, and shows such a text as it is', async () => {
    render(<TextForm first={'>'.repeat(20_000)} />);
    expect(screen.getByText(/is nested too deep/)).toBeDefined();
    expect(screen.getByRole('textbox', { name: 'Text' }).getAttribute('aria-invalid')).toBe('true');
    await userEvent.click(screen.getByRole('radio', { name: 'Preview' }));
    expect((await within(screen.getByRole('region')).findByText(/^>+$/)).querySelector('*')).toBeNull();
  });
});

describe('ZoneField', () => {
  it('finds a zone by a part of its name, with the offset on the day of the event', async () => {
    const onChange = vi.fn();
    render(
      <MantineProvider env="test">
        <ZoneField
          id="zone"
          label="Time zone"
          value="Europe/Amsterdam"
          onChange={onChange}
          instant="2026-07-01T10:00:00Z"
        />
      </MantineProvider>,
    );
    const field = screen.getByRole('combobox', { name: 'Time zone' });
    await userEvent.clear(field);
    await userEvent.type(field, 'new york');
    await userEvent.click(screen.getByRole('option', { name: /New_York.*GMT-4$/ }));
    expect(onChange).toHaveBeenCalledWith('America/New_York');
  });
});
