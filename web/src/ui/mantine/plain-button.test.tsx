import { ActionIcon, Button, MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, Link } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { describe, expect, it } from 'vitest';
import { PlainButton, PlainIconButton, PlainLinkButton } from './plain-button.tsx';
import { theme } from './theme.ts';

/** The one element that is drawn, with its attributes in the order of their names. */
function drawn(node: ReactNode) {
  const router = createMemoryRouter([{ path: '/', element: node }]);
  const { container } = render(
    <MantineProvider theme={theme} env="test" withCssVariables={false} withGlobalClasses={false}>
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  const describeElement = (element: Element): object => ({
    tag: element.tagName,
    attributes: Object.fromEntries(
      [...element.attributes]
        .map(({ name, value }) => [name, name === 'class' ? value.split(' ').sort().join(' ') : value])
        .sort(),
    ),
    inside: element.children.length > 0 ? [...element.children].map(describeElement) : element.textContent,
  });
  return [...container.children].map(describeElement);
}

const nothing = () => {};

describe('a plain button is drawn as Mantine draws its own (39.1)', () => {
  const variants = [undefined, 'default'] as const;
  const sizes = ['sm', 'md', 'lg'] as const;
  const looks = variants.flatMap((variant) => sizes.map((size) => ({ variant, size })));

  it.each(looks)('$variant, $size', (each) => {
    const plain = drawn(
      <PlainButton {...each} className="own" onClick={nothing}>
        Go
      </PlainButton>,
    );
    expect(plain).toEqual(
      drawn(
        <Button {...each} className="own">
          Go
        </Button>,
      ),
    );
    expect(plain).toHaveLength(1);
  });

  it('as a link with an icon', () => {
    const icon = <i />;
    expect(
      drawn(
        <PlainLinkButton to="/schedule" leftSection={icon}>
          Go
        </PlainLinkButton>,
      ),
    ).toEqual(
      drawn(
        <Button component={Link} to="/schedule" leftSection={icon}>
          Go
        </Button>,
      ),
    );
  });

  it.each([true, false])('with an icon alone, disabled: %s', (disabled) => {
    expect(
      drawn(
        <PlainIconButton disabled={disabled} aria-label="On">
          +
        </PlainIconButton>,
      ),
    ).toEqual(
      drawn(
        <ActionIcon disabled={disabled} aria-label="On">
          +
        </ActionIcon>,
      ),
    );
  });

  it('round, with an edge', () => {
    expect(drawn(<PlainIconButton variant="default">+</PlainIconButton>)).toEqual(
      drawn(
        <ActionIcon variant="default" radius="50%">
          +
        </ActionIcon>,
      ),
    );
  });
});
