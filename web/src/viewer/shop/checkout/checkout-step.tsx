import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { TypedAddress } from '../../../identity/typed-address.ts';
import { PageTitle } from '../../../ui/page/page-title.tsx';
import classes from './checkout-page.module.css';

/** One state of the page after the payment. */
export function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <h1 className={classes.title}>{title}</h1>
      {children}
    </>
  );
}

/** What can be done in it, side by side. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}

interface ToProps {
  href: string;
  isSecondary?: boolean;
  /** For the form of the page that it leads to. */
  email?: string;
  children: string;
}

/** A button that leads to another page. */
export function To({ href, isSecondary = false, email, children }: ToProps) {
  const typed = email ? ({ email } satisfies TypedAddress) : undefined;
  return (
    <Button component={Link} to={href} state={typed} variant={isSecondary ? 'default' : 'filled'}>
      {children}
    </Button>
  );
}
