import { type ReactNode, useContext } from 'react';
import { HeadingLevel } from './heading-level.ts';
import classes from './page-head.module.css';
import { PageTitle } from './page-title.tsx';

interface Props {
  title: string;
  /** What stands in the title of the tab when it says more than the heading. */
  tabTitle?: string;
  /** One line below the heading. */
  text?: ReactNode;
  /** The main action of the page, at the right. */
  action?: ReactNode;
}

/** Heading, one line and the main action of a page of the admin area. */
export function PageHead({ title, tabTitle = title, text, action }: Props) {
  const level = useContext(HeadingLevel);
  const Heading = `h${level}` as const;
  return (
    <div className={classes.head}>
      <PageTitle>{tabTitle}</PageTitle>
      <div className={classes.words}>
        <Heading className={classes.title} data-level={level}>
          {title}
        </Heading>
        {text ? <p className={classes.text}>{text}</p> : null}
      </div>
      {action ? <div className={classes.action}>{action}</div> : null}
    </div>
  );
}
