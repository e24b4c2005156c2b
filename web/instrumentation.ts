export async function register(): Promise<void> {
  if (process.env['NEXT_RUNTIME'] === 'nodejs')
    await Promise.all([import('./server/peer-address'), import('./server/default-headers')]);
}
