import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { EventPicture } from './event-picture.tsx';

const pictureId = '5f0a7c10-0000-4000-8000-0000000000aa';

it('offers AVIF, WebP and JPEG in every width, with its size known', () => {
  const { container } = render(<EventPicture pictureId={pictureId} alt="Gala" sizes="100vw" />);
  const types = [...container.querySelectorAll('source')].map((source) => source.type);
  expect(types).toEqual(['image/avif', 'image/webp']);
  const image = screen.getByRole('img', { name: 'Gala' });
  expect(image.getAttribute('srcset')).toContain(`/media/pictures/${pictureId}/1920.jpg 1920w`);
  expect([image.getAttribute('width'), image.getAttribute('height')]).toEqual(['1920', '1080']);
  expect(image.getAttribute('loading')).toBe('lazy');
});

it('draws a ring when there is no picture or it cannot be loaded', () => {
  const { rerender } = render(<EventPicture pictureId={null} alt="Gala" sizes="100vw" />);
  expect(screen.getByRole('img', { name: 'Gala' }).tagName).toBe('DIV');
  rerender(<EventPicture pictureId={pictureId} alt="Gala" sizes="100vw" />);
  fireEvent.error(screen.getByRole('img', { name: 'Gala' }));
  expect(screen.getByRole('img', { name: 'Gala' }).tagName).toBe('DIV');
});

it('shows what has been loaded of it until the larger one has come (41.15)', () => {
  const { unmount } = render(<EventPicture pictureId={pictureId} alt="Card" sizes="10rem" />);
  const card = screen.getByRole('img', { name: 'Card' });
  expect(card.style.background).toBe('');
  Object.defineProperty(card, 'currentSrc', { value: 'http://small/320.avif' });
  fireEvent.load(card);
  unmount();
  render(<EventPicture pictureId={pictureId} alt="Poster" sizes="100vw" isPriority />);
  expect(screen.getByRole('img', { name: 'Poster' }).style.background).toContain('http://small/320.avif');
});
