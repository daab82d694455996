import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import classes from '../../../ui/account/account-page.module.css';
import { Loaded } from '../../../ui/account/loaded.tsx';
import { Section } from '../../../ui/account/section.tsx';
import { formatDateTime } from '../../../ui/time/time.ts';
import { authorityQueries, endDevices } from '../authority.queries.ts';
import { useChange } from '../use-change.ts';
import { Row } from './row.tsx';

interface Props {
  userId: string;
  mayManage: boolean;
  isOwn: boolean;
}

export function DevicesSection({ userId, mayManage, isOwn }: Props) {
  const devices = useQuery(authorityQueries.devices(userId));
  const count = devices.data?.total ?? 0;
  const end = useChange({
    call: () => endDevices(userId),
    question: {
      title: count === 1 ? 'Sign out 1 device?' : `Sign out ${count} devices?`,
      description: `What plays there stops. ${isOwn ? 'You are signed out here too.' : 'They can sign in again at once.'}`,
    },
    done: 'All devices are signed out',
  });
  return (
    <Section title="Devices" lead="Where the user is signed in now.">
      <Loaded query={devices}>
        {({ data }) =>
          data.length === 0 ? (
            <p className={classes.empty}>Signed in nowhere.</p>
          ) : (
            <>
              <ul className={classes.list}>
                {data.map(({ id, deviceName, createdAt, lastUsedAt }) => (
                  <Row
                    key={id}
                    name={deviceName}
                    state={`Last used ${formatDateTime(lastUsedAt)}, signed in ${formatDateTime(createdAt)}`}
                  />
                ))}
              </ul>
              {mayManage ? (
                <Button
                  variant="default"
                  className={classes.action}
                  loading={end.isPending}
                  onClick={end.run}
                >
                  Sign out everywhere
                </Button>
              ) : null}
            </>
          )
        }
      </Loaded>
    </Section>
  );
}
