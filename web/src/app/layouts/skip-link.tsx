import classes from './skip-link.module.css';

export function SkipLink() {
  return (
    <a className={classes.skip} href="#content">
      Skip to content
    </a>
  );
}
