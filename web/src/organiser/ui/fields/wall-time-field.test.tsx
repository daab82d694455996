import { MantineProvider } from '@mantine/core';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { WallTimeField } from './wall-time-field.tsx';

const onChange = vi.fn();

function Form({ first, zone }: { first: string; zone: string }) {
  const [value, setValue] = useState(first);
  return (
    <MantineProvider env="test">
      <WallTimeField
        id="start"
        label="Starts"
        value={value}
        zone={zone}
        onChange={(instant) => {
          onChange(instant);
          setValue(instant);
        }}
      />
      <button type="button" onClick={() => setValue(first)}>
        Discard
      </button>
    </MantineProvider>
  );
}

async function open(first: string, zone = 'Europe/Amsterdam') {
  onChange.mockClear();
  render(<Form first={first} zone={zone} />);
  const day = screen.getByRole<HTMLInputElement>('textbox', { name: 'Starts, day' });
  await vi.waitFor(() => expect(day.disabled).toBe(false), 15_000);
  const part = (name: string) =>
    screen.getByRole<HTMLInputElement>('spinbutton', { name: `Starts, ${name}` });
  return {
    day,
    clock: () => `${part('hours').value}:${part('minutes').value}`,
    async type(typedDay: string, time: string) {
      await userEvent.clear(day);
      await userEvent.type(day, typedDay);
      await userEvent.tab();
      await userEvent.type(part('hours'), time.slice(0, 2));
      await userEvent.type(part('minutes'), time.slice(3));
    },
  };
}

it('shows an instant on the clock of another zone than the browser, with both zones', async () => {
  const { day, clock } = await open('2026-11-21T14:15:00+00:00', 'Asia/Kathmandu');
  await vi.waitFor(() => expect(day.value).toBe('Sat, 21 Nov 2026'), 15_000);
  expect(clock()).toBe('20:00');
  expect(screen.getByText('Kathmandu time, GMT+5:45')).toBeDefined();
  expect(screen.getByText(/on your clock$/)).toBeDefined();
});

it.each([
  ['21/11/2026', '2026-11-21T19:00:00+00:00'],
  ['21 Jun 2026', '2026-06-21T18:00:00+00:00'],
  ['2026-11-21', '2026-11-21T19:00:00+00:00'],
])('reads %s, 20:00 in Amsterdam', async (day, instant) => {
  const { type } = await open('');
  await type(day, '20:00');
  expect(onChange).toHaveBeenLastCalledWith(instant);
});

it('never guesses: a day without a time, and a day that does not exist, are no instant', async () => {
  const { day } = await open('');
  await userEvent.type(day, '31/2/2026');
  await userEvent.tab();
  expect(day.value).toBe('');
  await userEvent.type(day, '21/11/2026');
  expect(onChange).not.toHaveBeenCalledWith(expect.stringContaining('2026'));
});

it('explains a time that the clocks jump over, and offers the time after the jump', async () => {
  const { type, clock } = await open('');
  await type('29/3/2026', '02:30');
  expect(onChange).toHaveBeenLastCalledWith('');
  const words = 'On this day the clocks in Amsterdam jump from 02:00 to 03:00, so 02:30 never comes.';
  expect(screen.getByText(words)).toBeDefined();
  expect(clock()).toBe('02:30');
  await userEvent.click(screen.getByRole('button', { name: 'Use 03:30' }));
  expect(onChange).toHaveBeenLastCalledWith('2026-03-29T01:30:00+00:00');
  expect(clock()).toBe('03:30');
  expect(screen.queryByText(words)).toBeNull();
});

it('asks which one is meant of a time that comes twice', async () => {
  const { type } = await open('');
  await type('25/10/2026', '02:30');
  expect(onChange).toHaveBeenLastCalledWith('');
  const group = screen.getByRole('radiogroup', { name: /02:30 comes twice/ });
  await userEvent.click(
    within(group).getByRole('radio', { name: '02:30 GMT+1, after the clocks were set back' }),
  );
  expect(onChange).toHaveBeenLastCalledWith('2026-10-25T01:30:00+00:00');
});

it('shows which of the two a stored time is', async () => {
  await open('2026-10-25T00:30:00+00:00');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '02:30 GMT+2, the first' }).checked).toBe(true);
});

it('keeps the minutes while the hours are typed anew, and goes back when the change is discarded', async () => {
  const { type, clock } = await open('2026-11-21T19:45:00+00:00');
  const hours = screen.getByRole('spinbutton', { name: 'Starts, hours' });
  await userEvent.click(hours);
  await userEvent.keyboard('{Backspace}');
  expect(clock()).toBe(':45');
  await userEvent.type(hours, '21');
  expect(clock()).toBe('21:45');
  expect(onChange).toHaveBeenLastCalledWith('2026-11-21T20:45:00+00:00');
  await type('29/3/2026', '02:30');
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(clock()).toBe('20:45');
  expect(screen.queryByText(/never comes/)).toBeNull();
});
