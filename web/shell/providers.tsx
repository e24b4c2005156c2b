'use client';

import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { type ReactNode, useState } from 'react';
import { makeQueryClient } from './api/query-client';
import { cssVariablesResolver, theme } from './theme';

/** `nonce`: what style elements of this page are signed with. */
export function Providers({ children, nonce }: { children: ReactNode; nonce: string }): ReactNode {
  const [queryClient] = useState(makeQueryClient);
  if (typeof window !== 'undefined') setNonce(nonce); // for the style that keeps a page still behind a dialog
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </MantineProvider>
  );
}
