import { PlainLinkButton } from '../ui/mantine/plain-button.tsx';
import { EmptyState } from '../ui/state-panel.tsx';

/** For an address beyond the last page of a list. */
export function MissingPage({ firstPage }: { firstPage: string }) {
  return (
    <EmptyState
      title="This page does not exist"
      action={<PlainLinkButton to={firstPage}>First page</PlainLinkButton>}
    >
      The list has fewer pages now.
    </EmptyState>
  );
}
