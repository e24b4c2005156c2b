import { type ProblemResponse, RotaProblem } from '@rota/client';
import { hasLeft, whileSigningOut } from './signing-out';

/**
 * Signing in and out happen between the browser and this app's own server: no token passes a script.
 * @throws RotaProblem with what was refused, by field where it is one
 */
export async function signIn(email: string, password: string): Promise<void> {
  const response = await fetch('/api/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (response.ok) return;
  const retryAfter = Number(response.headers.get('retry-after'));
  if (response.status === 429 && retryAfter > 0) {
    throw new Error(`Too many attempts. Try again in ${Math.ceil(retryAfter / 60)} min.`);
  }
  const problem = (await response.json().catch(() => undefined)) as ProblemResponse | undefined;
  if (problem?.detail === undefined) throw new Error('The server did not answer. Try again.');
  throw new RotaProblem(problem.code, response.status, problem.detail, { problem });
}

/** Ends the session of this browser, and stays on the page. */
export async function endSession(): Promise<void> {
  await fetch('/api/session', { method: 'DELETE' }).catch(() => undefined);
}

export async function signOut(): Promise<void> {
  await whileSigningOut(async () => {
    await endSession();
    window.addEventListener('pagehide', hasLeft, { once: true });
    window.location.assign('/sign-in');
  });
}

export async function isSignedIn(): Promise<boolean> {
  const response = await fetch('/api/session');
  return ((await response.json()) as { isSignedIn: boolean }).isSignedIn;
}
