export function alone(what: string, options?: { signal?: AbortSignal; root?: string }): Promise<() => void>;
