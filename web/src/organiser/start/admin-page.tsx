import { Link } from 'react-router';
import { useSession } from '../../identity/sessions/use-session.ts';
import { PageHead } from '../../ui/page/page-head.tsx';
import classes from './admin-page.module.css';
import { sectionsFor } from './sections.ts';

/** Leads to every section that the user may open. */
export default function AdminPage() {
  const { permissions, name } = useSession();
  return (
    <>
      <PageHead title="Admin" text={`Signed in as ${name}.`} />
      <ul className={classes.sections}>
        {sectionsFor(permissions).map(({ label, href, text, icon: Icon }) => (
          <li key={href} className={classes.section}>
            <Icon size={28} aria-hidden className={classes.icon} />
            <Link to={href} className={classes.link}>
              {label}
            </Link>
            <p className={classes.text}>{text}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
