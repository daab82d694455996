import { lazy, Suspense, useSyncExternalStore } from 'react';
import { useServed } from '../../rendering.ts';
import { openModal } from '../../ui/dialogs/modal-host.tsx';
import { siteTitle } from '../../ui/page/site-title.ts';
import classes from './site-footer.module.css';
import { useSite } from './use-site.ts';

const RefundPolicy = lazy(() =>
  import('./refund-policy.tsx').then((file) => ({ default: file.RefundPolicy })),
);

/** Name and links of the site. Its height is reserved, so that nothing moves when they arrive. */
export function SiteFooter() {
  const site = useSite();
  const { siteName } = useServed();
  const name = useSyncExternalStore(siteTitle.subscribe, siteTitle.get, () => siteName);
  const { refundPolicyHtml } = site ?? {};
  return (
    <footer className={classes.footer}>
      <span className={classes.name}>{name}: kickboxing, live and on demand.</span>
      <nav aria-label="About this site" className={classes.links}>
        {site?.supportEmail ? <a href={`mailto:${site.supportEmail}`}>Support</a> : null}
        {refundPolicyHtml ? (
          <button type="button" onClick={() => openRefundPolicy(refundPolicyHtml)}>
            Refunds
          </button>
        ) : null}
        {site?.imprintUrl ? (
          <a href={site.imprintUrl} rel="noreferrer">
            Imprint
          </a>
        ) : null}
        {site?.privacyUrl ? (
          <a href={site.privacyUrl} rel="noreferrer">
            Privacy
          </a>
        ) : null}
        <a href="/docs">API</a>
      </nav>
    </footer>
  );
}

function openRefundPolicy(html: string) {
  openModal({
    title: 'Refund policy',
    size: 'lg',
    content: () => (
      <Suspense fallback={null}>
        <RefundPolicy html={html} />
      </Suspense>
    ),
  });
}
