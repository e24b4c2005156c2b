/** Signing in and out happen between the browser and this app's own server: no token passes a script. */
export async function signIn(email: string, password: string): Promise<{ detail: string } | undefined> {
  const response = await fetch('/api/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (response.ok) return undefined;
  const problem = (await response.json().catch(() => ({}))) as { code?: string; detail?: string };
  const retryAfter = Number(response.headers.get('retry-after'));
  if (response.status === 429 && retryAfter > 0) {
    return { detail: `Too many attempts. Try again in ${Math.ceil(retryAfter / 60)} min.` };
  }
  return { detail: problem.detail ?? 'The server did not answer. Try again.' };
}

/** Ends the session of this browser, and stays on the page. */
export async function endSession(): Promise<void> {
  await fetch('/api/session', { method: 'DELETE' }).catch(() => undefined);
}

export async function signOut(): Promise<void> {
  await endSession();
  window.location.assign('/sign-in');
}

export async function isSignedIn(): Promise<boolean> {
  const response = await fetch('/api/session');
  return ((await response.json()) as { isSignedIn: boolean }).isSignedIn;
}
