import { type ProblemResponse, RotaProblem } from '@rota/client';
import { hasLeft, whileSigningOut } from './signing-out';
import { mayStop } from './unfinished';

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

/**
 * Ends the session of this browser and leaves to the plain form; `endOthers` comes before it. Whoever has something at work in this tab is
 * asked first, and may stay.
 * @throws what `endOthers` was refused with: nothing has ended then
 */
export async function signOut(endOthers?: () => Promise<unknown>): Promise<void> {
  if (!mayStop()) return;
  await whileSigningOut(async () => {
    await endOthers?.();
    await endSession();
    window.addEventListener('pagehide', hasLeft, { once: true });
    window.location.assign('/sign-in');
  });
}

/** No answer is none that says so: the page may have been left meanwhile. */
export async function isSignedIn(): Promise<boolean> {
  try {
    const response = await fetch('/api/session');
    return ((await response.json()) as { isSignedIn: boolean }).isSignedIn;
  } catch {
    return false;
  }
}
