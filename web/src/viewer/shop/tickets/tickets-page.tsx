import '@mantine/core/styles/Skeleton.layer.css';
import { Button, Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import { paths } from '../../../paths.ts';
import { NewerOlder } from '../../../ui/account/newer-older.tsx';
import { type Tone, ToneBadge } from '../../../ui/badges/tone-badge.tsx';
import { formatMoney } from '../../../ui/money/money.ts';
import { PageTitle } from '../../../ui/page/page-title.tsx';
import { EmptyState, ErrorState } from '../../../ui/state/state-panel.tsx';
import { formatDate, formatDateTime } from '../../../ui/time/time.ts';
import { type Purchase, shopQueries } from '../shop.queries.ts';
import { itemName } from '../sold-items.ts';
import { BoughtItem } from './bought-item.tsx';
import classes from './tickets-page.module.css';

// Apart, because the first chunk of the app lists the files of this page by name.
const PaidTickets = lazy(() => import('./paid-tickets.tsx').then((file) => ({ default: file.PaidTickets })));

const pendingMs = 10_000;
const pageSize = 10;

/** What the viewer has bought: when it is, the way to watch it, and below that its payment. */
export default function TicketsPage() {
  const [search] = useSearchParams();
  const page = Math.max(1, Number.parseInt(search.get('page') ?? '', 10) || 1);
  const { data, isError, refetch } = useQuery({
    ...shopQueries.purchases({ limit: pageSize, offset: (page - 1) * pageSize }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ status }) => status === 'pending') ? pendingMs : false,
  });
  return (
    <div className={classes.page}>
      <PageTitle>My tickets</PageTitle>
      <h1 className={classes.title}>My tickets</h1>
      {data ? null : isError ? (
        <ErrorState onRetry={refetch} />
      ) : (
        <Skeleton height={240} aria-label="Loading" />
      )}
      {data ? (
        <Suspense fallback={null}>
          <PaidTickets nothing={data.total === 0 ? <NoTickets /> : null} />
        </Suspense>
      ) : null}
      {data && data.total > 0 ? (
        <>
          <ul className={classes.list}>
            {data.data.map((purchase) => (
              <PurchaseCard key={purchase.id} purchase={purchase} />
            ))}
          </ul>
          <NewerOlder page={page} total={data.total} pageSize={pageSize} href={paths.tickets.href()} />
        </>
      ) : null}
    </div>
  );
}

function NoTickets() {
  return (
    <EmptyState
      title="No tickets yet"
      action={
        <Button component={Link} to={`${paths.home.href()}#upcoming`}>
          See what is coming
        </Button>
      }
    >
      What you buy is here, with its receipt. A ticket for another address is in the account of that address.
    </EmptyState>
  );
}

/** Of a paid one its date says enough. */
type Unsettled = Exclude<Purchase['status'], 'paid'>;

const purchaseWords: Record<Unsettled, string> = {
  pending: 'Waiting for the payment',
  refunded: 'Refunded',
  disputed: 'Disputed',
  expired: 'Not paid',
  revoked: 'Taken back',
};

const tones: Record<Unsettled, Tone> = {
  pending: 'warning',
  refunded: 'plain',
  disputed: 'warning',
  expired: 'plain',
  revoked: 'plain',
};

/** What the buyer should know beyond the word of the state. */
const notes: Partial<Record<Purchase['status'], string>> = {
  pending:
    'Nothing has arrived yet. If you have paid, you get the access by itself and should not pay again.',
  revoked: 'It was free, and the organiser has taken it back.',
  disputed: 'While the bank decides about the payment, the access is suspended.',
  expired: 'The payment page has expired or the payment was refused. You were not charged.',
};

/** The payment page ends an hour after the order. */
const pageMs = 60 * 60_000;
const pageEnd = (createdAt: string) => new Date(Date.parse(createdAt) + pageMs).toISOString();

function PurchaseCard({ purchase }: { purchase: Purchase }) {
  const { status, items, paymentUrl, createdAt } = purchase;
  const openPage =
    paymentUrl === null
      ? undefined
      : `Nothing was paid yet. The payment page is open until ${formatDateTime(pageEnd(createdAt))}.`;
  const note = openPage ?? notes[status];
  return (
    <li className={classes.purchase}>
      <ul className={classes.items}>
        {items.map((item) => (
          <li key={item.blockId ?? item.eventId}>
            <BoughtItem item={item} isOpen={status === 'paid'} />
          </li>
        ))}
      </ul>
      {note ? <p className={classes.note}>{note}</p> : null}
      {paymentUrl === null ? null : (
        <Button component="a" href={paymentUrl} className={classes.pay}>
          Go to the payment page
        </Button>
      )}
      <Payment purchase={purchase} />
    </li>
  );
}

/** When it was paid, how much, and what has become of it since. */
function Payment({ purchase }: { purchase: Purchase }) {
  const { status, items, amount, discount, currency, refundedAmount, paymentUrl, receiptUrl } = purchase;
  const { createdAt, paidAt } = purchase;
  const money = (units: number) => (currency === null ? '' : formatMoney(units, currency));
  return (
    <p className={classes.money}>
      {status === 'paid' ? null : (
        <ToneBadge tone={paymentUrl === null ? tones[status] : 'plain'}>
          {paymentUrl === null ? purchaseWords[status] : 'Not paid yet'}
        </ToneBadge>
      )}
      <span>{`${paidAt && amount ? 'Paid' : 'Ordered'} ${formatDate(paidAt ?? createdAt)}`}</span>
      {amount === null ? null : (
        <span className={`tabular ${classes.amount}`}>{amount === 0 ? 'Free' : money(amount)}</span>
      )}
      {discount > 0 ? <span className="tabular">{`${money(discount)} taken off`}</span> : null}
      {refundedAmount > 0 ? <span className="tabular">{`${money(refundedAmount)} refunded`}</span> : null}
      {receiptUrl ? (
        <a
          href={receiptUrl}
          target="_blank"
          rel="noreferrer"
          className={classes.receipt}
          aria-label={`Receipt of ${items[0] ? itemName(items[0]) : 'this purchase'}`}
        >
          Receipt
        </a>
      ) : null}
    </p>
  );
}
