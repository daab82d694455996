/**
 * Mantine's button without Mantine's code, for the first paint (docs/product.md, 39.1): the same elements, classes and
 * variables, so it looks the same by the same style sheet. `plain-button.test.tsx` compares the two.
 */
import type { ComponentPropsWithRef, CSSProperties, MouseEventHandler, ReactNode } from 'react';
import { Link } from 'react-router';

interface Look {
  /** Without one it is filled with the primary colour of the place where it stands: of the page, or of the stage. */
  variant?: 'default' | undefined;
  size?: 'sm' | 'md' | 'lg';
  leftSection?: ReactNode;
  className?: string | undefined;
  /** The words of a button that shows an icon alone. */
  label?: string | undefined;
  children: ReactNode;
}

const border = 'calc(0.0625rem * var(--mantine-scale)) solid';

const colors = {
  filled: { '--button-color': 'var(--mantine-primary-color-contrast)' },
  default: {
    '--button-bg': 'var(--mantine-color-default)',
    '--button-hover': 'var(--mantine-color-default-hover)',
    '--button-color': 'var(--mantine-color-default-color)',
    '--button-bd': `${border} var(--mantine-color-default-border)`,
  },
};

const list = (...names: Array<string | undefined>) => names.filter(Boolean).join(' ');

function look({ variant, size = 'md', leftSection, className, label }: Look) {
  const style = {
    '--button-height': `var(--button-height-${size})`,
    '--button-padding-x': `var(--button-padding-x-${size})`,
    '--button-fz': `var(--mantine-font-size-${size})`,
    ...colors[variant ?? 'filled'],
  };
  return {
    style: style as CSSProperties,
    className: list(
      'mantine-focus-auto mantine-active',
      className,
      'm_77c9d27d mantine-Button-root m_87cf2631 mantine-UnstyledButton-root',
    ),
    'aria-label': label,
    title: label,
    'data-variant': variant,
    'data-size': size,
    'data-with-left-section': leftSection ? true : undefined,
  };
}

function Words({ leftSection, children }: Look) {
  return (
    <span className="m_80f1301b mantine-Button-inner">
      {leftSection ? (
        <span className="m_a74036a mantine-Button-section" data-position="left">
          {leftSection}
        </span>
      ) : null}
      <span className="m_811560b9 mantine-Button-label">{children}</span>
    </span>
  );
}

export function PlainButton({ onClick, ...rest }: Look & { onClick: () => void }) {
  return (
    <button {...look(rest)} type="button" onClick={onClick}>
      <Words {...rest} />
    </button>
  );
}

/** A link to another page that looks like a button. */
export function PlainLinkButton({ to, ...rest }: Look & { to: string }) {
  return (
    <Link {...look(rest)} to={to}>
      <Words {...rest} />
    </Link>
  );
}

interface AnchorProps extends Look {
  href: string;
  onClick?: MouseEventHandler<HTMLAnchorElement>;
}

/** A link to a place of this page, to a file, or to another site. */
export function PlainAnchorButton({ href, onClick, ...rest }: AnchorProps) {
  return (
    <a {...look(rest)} href={href} onClick={onClick}>
      <Words {...rest} />
    </a>
  );
}

interface IconProps extends ComponentPropsWithRef<'button'> {
  /** `default` has an edge and is round, `subtle` is only its icon. */
  variant?: 'default' | 'subtle';
}

const iconColors = {
  default: {
    '--ai-radius': '50%',
    '--ai-bg': 'var(--mantine-color-default)',
    '--ai-hover': 'var(--mantine-color-default-hover)',
    '--ai-color': 'var(--mantine-color-default-color)',
    '--ai-bd': `${border} var(--mantine-color-default-border)`,
  },
  subtle: {
    '--ai-bg': 'transparent',
    '--ai-hover': 'var(--mantine-color-gray-light-hover)',
    '--ai-color': 'var(--mantine-color-gray-light-color)',
    '--ai-bd': `${border} transparent`,
  },
};

/** A button of 44 px with an icon. It needs an `aria-label`. */
export function PlainIconButton({ variant = 'subtle', className, children, style, ...rest }: IconProps) {
  const size = { '--ai-size': 'calc(2.75rem * var(--mantine-scale))' };
  return (
    <button
      {...rest}
      type="button"
      style={{ ...size, ...iconColors[variant], ...style } as CSSProperties}
      className={list(
        'mantine-focus-auto',
        rest.disabled ? undefined : 'mantine-active',
        className,
        'm_8d3f4000 mantine-ActionIcon-root m_87cf2631 mantine-UnstyledButton-root',
      )}
      data-variant={variant}
      data-disabled={rest.disabled || undefined}
    >
      <span className="m_8d3afb97 mantine-ActionIcon-icon">{children}</span>
    </button>
  );
}
