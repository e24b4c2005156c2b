const STORED = 'rota.project';

/** The project that opens when the address names none. */
export function rememberProject(projectId: string): void {
  localStorage.setItem(STORED, projectId);
}

export function lastProject(): string | null {
  return localStorage.getItem(STORED);
}
