export const ACCESS_COOKIE = 'rota_access';
export const REFRESH_COOKIE = 'rota_refresh';
