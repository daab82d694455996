/** Pages of the web client that mails lead to. The origin has no trailing slash. */
export const addresses = {
  verifyEmail: (origin: string, token: string) => `${origin}/auth/verify-email?token=${token}`,
  resetPassword: (origin: string, token: string) => `${origin}/auth/reset-password?token=${token}`,
  acceptInvitation: (origin: string, token: string) => `${origin}/auth/accept-invitation?token=${token}`,
  forgotPassword: (origin: string) => `${origin}/auth/forgot-password`,
  login: (origin: string) => `${origin}/auth/login`,
};
