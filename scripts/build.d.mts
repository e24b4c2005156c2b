export function isBuildCurrent(): boolean;
export function ensureBuild(signal?: AbortSignal): Promise<void>;
