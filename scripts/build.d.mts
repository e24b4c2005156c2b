export function isBuildCurrent(): boolean;
export function build(signal?: AbortSignal): Promise<void>;
