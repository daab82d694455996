import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { ApiForm } from '../../../ui/form/api-form.tsx';
import { useApiForm } from '../../../ui/form/use-api-form.ts';
import { showToast } from '../../../ui/toasts/toasts.tsx';

/** An account for the address: the person gets a mail and chooses a password. Accesses that wait are theirs then. */
export function InviteForm({ email, onDone }: { email: string; onDone: () => void }) {
  const queryClient = useQueryClient();
  const state = useApiForm({
    stored: { values: { firstName: '', lastName: '', email }, etag: '' },
    labels: { firstName: 'First name', lastName: 'Last name', email: 'E-mail address' },
    isNew: true,
    save: ({ firstName = '', lastName = '', email: address = '' }) =>
      api.POST('/api/v1/identity/invitations', { body: { firstName, lastName, email: address } }),
    onSaved: async () => {
      showToast({ id: 'mended', title: 'Invitation sent', tone: 'success' });
      onDone();
      await queryClient.invalidateQueries({ queryKey: ['explanation'] });
    },
  });
  return (
    <ApiForm state={state} submitLabel="Send the invitation">
      <TextInput {...state.field('firstName')} size="md" data-autofocus autoComplete="off" />
      <TextInput {...state.field('lastName')} size="md" autoComplete="off" />
      <TextInput {...state.field('email')} size="md" type="email" autoComplete="off" />
    </ApiForm>
  );
}
