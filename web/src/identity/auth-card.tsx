import type { ReactNode } from 'react';
import { AuthArt } from './auth-art.tsx';
import classes from './auth-card.module.css';

interface Props {
  title: string;
  children: ReactNode;
  /** The line below the form, which links to its counterpart. */
  footer?: ReactNode;
}

/** The frame of the sign-in pages: the form and, on wide screens, what an account is for beside it. */
export function AuthCard({ title, children, footer }: Props) {
  return (
    <div className={classes.page}>
      <section className={classes.card}>
        <div className={classes.form}>
          <h1 className={classes.title}>{title}</h1>
          {children}
          {footer ? <div className={classes.footer}>{footer}</div> : null}
        </div>
        <aside className={classes.picture} aria-label="What an account is for">
          <AuthArt />
          <ul className={classes.uses}>
            <li>Fights live, and their replays</li>
            <li>On two devices at once</li>
            <li>Your tickets in one place</li>
          </ul>
        </aside>
      </section>
    </div>
  );
}
