import type { components } from '@ringside/openapi/schema';
import { useQuery } from '@tanstack/react-query';
import classes from '../../../ui/account/account-page.module.css';
import { Loaded } from '../../../ui/account/loaded.tsx';
import { Section } from '../../../ui/account/section.tsx';
import { authorityQueries } from '../authority.queries.ts';
import { AddressRow } from './address-row.tsx';
import { PasswordRow } from './password-row.tsx';
import { ProvidersRow } from './providers-row.tsx';
import { SecondFactorRow } from './second-factor-row.tsx';

interface Props {
  user: components['schemas']['User'];
  mayManage: boolean;
  isOwn: boolean;
}

/** How the user signs in, and what helps when they cannot. */
export function SignInSection({ user, mayManage, isOwn }: Props) {
  const ways = useQuery(authorityQueries.signInWays(user.id));
  return (
    <Section title="Sign-in" lead="How the user signs in, and what helps when they cannot.">
      <Loaded query={ways}>
        {(known) => (
          <ul className={classes.list}>
            <AddressRow user={user} mayManage={mayManage} />
            <PasswordRow user={user} hasPassword={known.hasPassword} mayManage={mayManage} isOwn={isOwn} />
            <SecondFactorRow user={user} ways={known} mayManage={mayManage} isOwn={isOwn} />
            <ProvidersRow user={user} ways={known} mayManage={mayManage} />
          </ul>
        )}
      </Loaded>
    </Section>
  );
}
