import { Button } from '@mantine/core';
import type { components } from '@ringside/openapi/schema';
import { openModal } from '../../../ui/dialogs/modal-host.tsx';
import { PasswordForm } from './password-form.tsx';
import { Row } from './row.tsx';

interface Props {
  user: components['schemas']['User'];
  hasPassword: boolean;
  mayManage: boolean;
  isOwn: boolean;
}

export function PasswordRow({ user, hasPassword, mayManage, isOwn }: Props) {
  return (
    <Row name="Password" state={hasPassword ? 'Set' : 'None'}>
      {mayManage ? (
        <Button
          variant="default"
          onClick={() =>
            openModal({
              title: `Set the password of ${user.name}`,
              content: (close) => <PasswordForm userId={user.id} isOwn={isOwn} onSaved={close} />,
            })
          }
        >
          Set a password
        </Button>
      ) : null}
    </Row>
  );
}
