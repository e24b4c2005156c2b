export function freePort(): Promise<number>;
export function freePortRange(count: number): Promise<number>;
