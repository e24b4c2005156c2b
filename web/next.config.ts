import path from 'node:path';
import type { NextConfig } from 'next';

/** The whole repository: the generated client lies beside this folder. */
const root = path.resolve(import.meta.dirname, '..');

const config: NextConfig = {
  output: 'standalone',
  outputFileTracingRoot: root,
  turbopack: { root },
  poweredByHeader: false,
  devIndicators: false,
  experimental: {
    optimizePackageImports: ['@mantine/core', '@mantine/hooks', '@mantine/charts', '@tabler/icons-react'],
  },
};

export default config;
