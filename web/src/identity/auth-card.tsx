import type { ReactNode } from 'react';
import { PictureFallback } from '../ui/pictures/picture-fallback.tsx';
import classes from './auth-card.module.css';

interface Props {
  title: string;
  children: ReactNode;
  /** The line below the form, which links to its counterpart. */
  footer?: ReactNode;
}

/** The frame of the sign-in pages: the form and, on wide screens, a drawing of the ring beside it. */
export function AuthCard({ title, children, footer }: Props) {
  return (
    <div className={classes.page}>
      <section className={classes.card}>
        <div className={classes.form}>
          <h1 className={classes.title}>{title}</h1>
          {children}
          {footer ? <div className={classes.footer}>{footer}</div> : null}
        </div>
        <div className={classes.picture} aria-hidden>
          <PictureFallback />
        </div>
      </section>
    </div>
  );
}
