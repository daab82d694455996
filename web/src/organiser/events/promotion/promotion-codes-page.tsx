import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Skeleton.layer.css';
import { Button, Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { holdsAll } from '../../../identity/sessions/permissions.ts';
import { useSession } from '../../../identity/sessions/use-session.ts';
import { locales } from '../../../ui/locales.ts';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { EmptyState, ErrorState } from '../../../ui/state/state-panel.tsx';
import { formatDateTime } from '../../../ui/time/time.ts';
import { openNewPromotionCode } from './new-promotion-code-form.tsx';
import { promotionCodes } from './promotion.queries.ts';
import { PromotionCodeCard } from './promotion-code-card.tsx';
import classes from './promotion-codes-page.module.css';

const shownAtOnce = 50;
/** From so many on, a search helps. */
const searchedFrom = 8;

/** The promotion codes of the payment provider: what they take off, how often they were used, and their switch. */
export default function PromotionCodesPage() {
  const { permissions } = useSession();
  const { data, isPending, isError, refetch } = useQuery(promotionCodes());
  const [wanted, setWanted] = useState('');
  const [shown, setShown] = useState(shownAtOnce);
  const codes = data?.data ?? [];
  const found = codes.filter(({ code, name }) =>
    `${code}\n${name}`.toLowerCase().includes(wanted.trim().toLowerCase()),
  );
  return (
    <>
      <PageHead
        title="Promotion codes"
        text="Buyers enter a code on the payment page, or follow a link that carries it."
        action={
          holdsAll(permissions, ['promotion:create']) ? (
            <Button onClick={openNewPromotionCode}>New code</Button>
          ) : null
        }
      />
      {isPending ? <Skeleton height={240} aria-label="Loading" /> : null}
      {isError && !data ? <ErrorState onRetry={refetch} /> : null}
      {data?.isStale ? (
        <p className={classes.stale} role="status">
          {`The payment provider does not answer. This is what it said on ${formatDateTime(data.fetchedAt)}; codes may have been used since.`}
        </p>
      ) : null}
      {codes.length >= searchedFrom ? (
        <TextInput
          size="md"
          type="search"
          label="Find a code"
          className={classes.search}
          value={wanted}
          onChange={({ currentTarget }) => setWanted(currentTarget.value)}
        />
      ) : null}
      {data && codes.length === 0 ? (
        <EmptyState title="No promotion codes yet">
          A code takes a percentage or an amount off a purchase, for example for early birds. You see here how
          often it was used.
        </EmptyState>
      ) : null}
      {codes.length > 0 && found.length === 0 ? <p role="status">No code fits.</p> : null}
      <ul className={classes.codes}>
        {found.slice(0, shown).map((code) => (
          <PromotionCodeCard
            key={code.id}
            code={code}
            maySwitch={holdsAll(permissions, ['promotion:update'])}
          />
        ))}
      </ul>
      {found.length > shown ? (
        <Button variant="default" onClick={() => setShown(shown + shownAtOnce)}>
          {`Show ${Math.min(shownAtOnce, found.length - shown)} more of ${found.length.toLocaleString(locales)}`}
        </Button>
      ) : null}
      {data?.hasMore ? <p className={classes.muted}>These are the newest 1,000 codes.</p> : null}
    </>
  );
}
