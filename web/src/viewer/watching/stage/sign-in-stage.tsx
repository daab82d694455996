import { Button } from '@mantine/core';
import { signInWords } from '@ringside/rules/sign-in-words';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { Stage } from '../../../media/stage.tsx';
import { paths } from '../../../paths.ts';
import type { Block } from '../../competitions/competition-types.ts';
import { StageMessage } from './stage-message.tsx';

interface Props {
  block: Pick<Block, 'paymentRequired'>;
  poster: ReactNode;
}

/** In the place of the video for a visitor. */
export function SignInStage({ block, poster }: Props) {
  const { pathname, search } = useLocation();
  const here = `${pathname}${search}`;
  const { title, free, paid, actions } = signInWords;
  const [signIn, register] = actions;
  return (
    <Stage poster={poster} isDimmed>
      <StageMessage
        title={title}
        action={
          <>
            <Button component={Link} to={paths.login.href(here)}>
              {signIn}
            </Button>
            <Button component={Link} to={paths.register.href(here)}>
              {register}
            </Button>
          </>
        }
      >
        {block.paymentRequired ? paid : free}
      </StageMessage>
    </Stage>
  );
}
