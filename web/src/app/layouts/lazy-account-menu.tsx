import { lazy, Suspense, useState } from 'react';
import { AccountButton } from './account-button.tsx';

const load = () => import('./account-menu.tsx');
const AccountMenu = lazy(() => load().then((file) => ({ default: file.AccountMenu })));

/** The button of the account menu. Few visitors open the menu, so it is loaded on hover or focus. */
export function LazyAccountMenu() {
  const [isWanted, setIsWanted] = useState(false);
  const button = (
    <AccountButton
      onPointerEnter={load}
      onFocus={load}
      onClick={() => setIsWanted(true)}
      aria-expanded={false}
    />
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <AccountMenu />
    </Suspense>
  );
}
