import { Button } from '@mantine/core';
import type { components } from '@ringside/openapi/schema';
import { useNavigate } from 'react-router';
import { adminPaths } from '../../../admin-paths.ts';
import classes from '../../../ui/account/account-page.module.css';
import { Section } from '../../../ui/account/section.tsx';
import { openModal } from '../../../ui/dialogs/modal-host.tsx';
import { DeleteUserForm } from './delete-user-form.tsx';

interface Props {
  user: components['schemas']['User'];
  isOwn: boolean;
  isLast: boolean;
}

export function DeleteSection({ user, isOwn, isLast }: Props) {
  const navigate = useNavigate();
  return (
    <Section
      title="Delete the account"
      lead={
        isLast
          ? 'The last administrator has to stay. Give somebody else the role first.'
          : 'Nothing brings it back. The audit log keeps what the user has done.'
      }
    >
      {isLast ? null : (
        <Button
          variant="default"
          className={classes.action}
          onClick={() =>
            openModal({
              title: isOwn ? 'Delete your own account?' : `Delete ${user.name}?`,
              content: (close) => (
                <DeleteUserForm
                  user={user}
                  isOwn={isOwn}
                  onCancel={close}
                  onDeleted={() => {
                    close();
                    void navigate(adminPaths.users.href(), { replace: true });
                  }}
                />
              ),
            })
          }
        >
          Delete
        </Button>
      )}
    </Section>
  );
}
