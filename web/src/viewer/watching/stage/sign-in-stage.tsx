import { Button } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { openDoor } from '../../../identity/accounts/open-door.tsx';
import { Stage } from '../../../media/stage.tsx';
import { paths } from '../../../paths.ts';
import type { Block } from '../../competitions/competition-types.ts';
import { StageMessage } from './stage-message.tsx';

interface Props {
  block: Pick<Block, 'paymentRequired'>;
  poster: ReactNode;
  /** The way to a ticket, where one is sold. */
  tickets: ReactNode;
}

/** A visitor sees this in the place of the video: how to watch, and how to sign in. */
export function SignInStage({ block, poster, tickets }: Props) {
  const { pathname, search } = useLocation();
  const here = `${pathname}${search}`;
  // The addresses are for a page without its code, and for another tab.
  const opens = (title: string, action: string) => (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    openDoor({ title, action, returnTo: here });
  };
  const account = (
    <Button component={Link} to={paths.login.href(here)} onClick={opens('Sign in', 'Sign in and watch')}>
      I have an account
    </Button>
  );
  if (block.paymentRequired)
    return (
      <Stage poster={poster} isDimmed>
        <StageMessage
          title="Watch with a ticket"
          action={
            <>
              {tickets}
              {account}
            </>
          }
        >
          {tickets ? 'Live, and the replay afterwards.' : 'This session is for viewers with a ticket.'}
        </StageMessage>
      </Stage>
    );
  return (
    <Stage poster={poster} isDimmed>
      <StageMessage
        title="Watch free"
        action={
          <>
            <Button
              component={Link}
              to={paths.register.href(here)}
              onClick={opens('Watch free', 'Watch now')}
            >
              Watch free
            </Button>
            {account}
          </>
        }
      >
        All it takes is an e-mail address and a password.
      </StageMessage>
    </Stage>
  );
}
