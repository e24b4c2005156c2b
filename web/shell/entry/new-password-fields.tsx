'use client';

import { PasswordInput } from '@mantine/core';
import type { ReactNode } from 'react';

/** Name of the account for password managers, and the new password twice. */
export function NewPasswordFields({ email, fault }: { email?: string; fault?: string | undefined }): ReactNode {
  return (
    <>
      {email !== undefined && <input type="hidden" name="username" autoComplete="username" value={email} readOnly />}
      <PasswordInput
        label="New password"
        description="at least 12 characters"
        name="password"
        autoComplete="new-password"
        error={fault}
        required
        size="sm"
      />
      <PasswordInput label="New password again" name="again" autoComplete="new-password" required size="sm" />
    </>
  );
}
