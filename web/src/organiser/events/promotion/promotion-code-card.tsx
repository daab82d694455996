import { Button, CopyButton } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ToneBadge } from '../../../ui/badges/tone-badge.tsx';
import { confirm } from '../../../ui/dialogs/confirm-dialog.tsx';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import { type PromotionCode, promotionCodes, switchPromotionCode } from './promotion.queries.ts';
import classes from './promotion-codes-page.module.css';
import {
  endWords,
  linksOf,
  productWords,
  stateTones,
  stateWords,
  takenOffWords,
  usesWords,
} from './promotion-words.ts';

export function PromotionCodeCard({ code, maySwitch }: { code: PromotionCode; maySwitch: boolean }) {
  const products = productWords(code);
  const links = linksOf(code, window.location.origin);
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <h2 className={classes.code}>{code.code}</h2>
        <ToneBadge tone={stateTones[code.state]}>{stateWords[code.state]}</ToneBadge>
        {maySwitch ? <Switch code={code} /> : null}
      </div>
      <dl className={classes.facts}>
        <div>
          <dt>Takes off</dt>
          <dd>{takenOffWords(code)}</dd>
        </div>
        <div>
          <dt>Name</dt>
          <dd>{code.name || 'None'}</dd>
        </div>
        <div>
          <dt>Used</dt>
          <dd className="tabular">{usesWords(code)}</dd>
        </div>
        <div>
          <dt>Ends</dt>
          <dd>{endWords(code)}</dd>
        </div>
        <div>
          <dt>For</dt>
          <dd>
            {products.length === 0 ? 'Everything' : products.join('; ')}
            {code.isFirstPurchaseOnly ? ', first purchases only' : ''}
          </dd>
        </div>
      </dl>
      {code.state === 'active' && links.length > 0 ? (
        <ul className={classes.links}>
          {links.map(({ name, url }) => (
            <li key={url}>
              <CopyButton value={url}>
                {({ copied, copy }) => (
                  <Button variant="default" onClick={copy}>
                    {copied ? 'Copied' : `Copy the link to ${name}`}
                  </Button>
                )}
              </CopyButton>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}

/** Only what the provider would accept is offered: what is used up or has expired stays as it is. */
function Switch({ code }: { code: PromotionCode }) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (isActive: boolean) => switchPromotionCode(code.id, isActive),
    onSuccess: (_answer, isActive) =>
      showToast({
        id: 'promotion',
        title: isActive ? `${code.code} can be used again` : `${code.code} is switched off`,
        tone: 'success',
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: promotionCodes().queryKey }),
  });
  if (code.state !== 'active' && code.state !== 'inactive') return null;
  const isActive = code.state === 'active';
  async function toggle() {
    const isMeant =
      !isActive ||
      (await confirm({
        title: `Switch off ${code.code}?`,
        description:
          'Nobody can use it any more, also on payment pages that are open. What was bought with it stays. You can switch it on again.',
      }));
    if (isMeant) mutate(!isActive);
  }
  return (
    <Button
      variant="default"
      loading={isPending}
      aria-label={isActive ? `Switch off ${code.code}` : `Switch on ${code.code}`}
      onClick={() => void toggle()}
    >
      {isActive ? 'Switch off' : 'Switch on'}
    </Button>
  );
}
