import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { LogoMark } from '../../ui/logo.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { sections } from '../layouts/site-sections.ts';
import classes from './error-page.module.css';

const waysOn = [{ label: 'Search', href: paths.search.href() }, ...sections];

interface Props {
  heading: string | undefined;
  homeHref: string;
}

/** For a mistyped or outdated address: no apology, but links to other pages and the search. */
export function NotFound({ heading, homeHref }: Props) {
  return (
    <div className={classes.page}>
      <PageTitle>{heading}</PageTitle>
      <LogoMark className={classes.backdrop} />
      <h1 className={`${classes.heading} ${classes.address}`}>{heading}</h1>
      <p className={classes.body}>
        There is nothing at this address. It may have been mistyped, or what was here has been moved or
        removed.
      </p>
      <div className={classes.actions}>
        <Button component={Link} to={homeHref}>
          Return home
        </Button>
        {waysOn.map(({ label, href }) => (
          <Button component={Link} key={href} to={href} variant="default">
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}
