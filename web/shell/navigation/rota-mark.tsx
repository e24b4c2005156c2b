import type { ReactNode } from 'react';

/** The sign of Rota: a turn that comes round, on the accent. */
export function RotaMark({ size = 20 }: { size?: number }): ReactNode {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" fill="none" aria-hidden>
      <rect width="20" height="20" rx="5" fill="#2f56d9" />
      <path d="M7.2 6.2a4.7 4.7 0 1 0 5.6 0" stroke="#fff" strokeWidth="2" strokeLinecap="round" />
      <circle cx="10" cy="10" r="1.6" fill="#fff" />
    </svg>
  );
}
