import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { FighterFace } from './fighter-face.tsx';

const fighter = { pictureId: '5f0a7c10-0000-4000-8000-0000000000aa' };
const isSilhouette = (container: HTMLElement) =>
  container.querySelector('img') === null && container.querySelector('svg') !== null;

it('is the square of the head in a row, and the whole portrait where it is large', () => {
  const { container, rerender } = render(<FighterFace fighter={fighter} corner="red" />);
  const sources = () =>
    [...container.querySelectorAll('source, img')].map((each) => each.getAttribute('srcset'));
  expect(sources()).toHaveLength(3);
  for (const source of sources())
    expect(source).toContain(`/media/pictures/${fighter.pictureId}/square-112.`);
  rerender(<FighterFace fighter={fighter} corner="red" isLarge />);
  for (const source of sources()) expect(source).toContain(`/media/pictures/${fighter.pictureId}/960.`);
});

it('says nothing beside a name, and has words where it is asked for', () => {
  const { rerender } = render(<FighterFace fighter={fighter} />);
  expect(screen.queryByRole('img')).toBeNull();
  rerender(<FighterFace fighter={fighter} isLarge alt="Portrait of Noor" />);
  expect(screen.getByRole('img', { name: 'Portrait of Noor' })).toBeDefined();
  rerender(<FighterFace fighter={null} isLarge alt="Portrait of Noor" />);
  expect(screen.queryByRole('img')).toBeNull();
});

it('is a silhouette instead of a broken picture, and tries the next one', () => {
  const { container, rerender } = render(<FighterFace fighter={fighter} corner="blue" alt="Noor" />);
  fireEvent.error(screen.getByRole('img'));
  expect(isSilhouette(container)).toBe(true);
  rerender(<FighterFace fighter={{ pictureId: '5f0a7c10-0000-4000-8000-0000000000bb' }} corner="blue" />);
  expect(isSilhouette(container)).toBe(false);
});

it('is one also when the picture had failed before the page was alive', () => {
  const facts = vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(true);
  const address = vi.spyOn(HTMLImageElement.prototype, 'currentSrc', 'get').mockReturnValue('http://x/1.jpg');
  const { container } = render(<FighterFace fighter={fighter} corner="blue" />);
  expect(isSilhouette(container)).toBe(true);
  facts.mockRestore();
  address.mockRestore();
});
