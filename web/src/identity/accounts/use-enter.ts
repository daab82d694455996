import { useMutation } from '@tanstack/react-query';
import { hasType } from '../../api/problem.ts';
import { foundProblem } from '../../ui/form/form-problem.tsx';
import { useLogin, useRegister } from '../identity.queries.ts';
import { namesOfAddress } from './names-of-address.ts';
import { brokenPasswordRules } from './password-rules.ts';

interface Typed {
  email: string;
  password: string;
  code?: string;
}

/** The address has an account, and the password is another one. */
const wrongPassword =
  'This is not the password of the account with this address. Try another one, or choose a new password.';

/**
 * Signs in with an address and a password. If the address has no account, it creates one first. @throws a problem, or
 * `wrongPassword`
 */
export function useEnter() {
  const { mutateAsync: login } = useLogin();
  const { mutateAsync: register } = useRegister();
  return useMutation({
    mutationFn: async ({ email, password, code }: Typed) => {
      const credentials = { email, password, remember: true };
      try {
        return await login({ body: code === undefined ? credentials : { ...credentials, code } });
      } catch (error) {
        if (!hasType(error, 'invalid-credentials')) throw error;
      }
      const [broken] = brokenPasswordRules(password);
      // The address may have an account: only this password opens none.
      if (broken !== undefined)
        throw foundProblem({ password: `Wrong password, or too weak for a new account. ${broken}` });
      await register({ body: { email, password, ...namesOfAddress(email) } });
      try {
        return await login({ body: credentials });
      } catch (error) {
        throw hasType(error, 'invalid-credentials') ? wrongPassword : error;
      }
    },
    meta: { showsProblem: true },
    networkMode: 'always',
  });
}
