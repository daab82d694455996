import { NavLink } from 'react-router';
import { useSession } from '../../identity/sessions/use-session.ts';
import { sectionsFor } from '../start/sections.ts';
import classes from './admin-nav.module.css';

/** The sections that the user may open. NavLink marks the current one with `aria-current`. */
export function AdminNav() {
  const { permissions } = useSession();
  return (
    <nav aria-label="Admin">
      <ul className={classes.list}>
        {sectionsFor(permissions).map(({ label, href, icon: Icon }) => (
          <li key={href}>
            <NavLink to={href} className={classes.link as string}>
              <Icon size={20} aria-hidden />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
