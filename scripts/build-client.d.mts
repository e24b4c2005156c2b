export function ensureClientBuild(signal?: AbortSignal): Promise<void>;
