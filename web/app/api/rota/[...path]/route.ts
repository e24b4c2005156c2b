import type { NextRequest } from 'next/server';
import { proxyToApi } from '@/server/api-proxy';

const PREFIX = '/api/rota';

function handle(request: NextRequest): Promise<Response> {
  return proxyToApi(request, request.nextUrl.pathname.slice(PREFIX.length));
}

export { handle as DELETE, handle as GET, handle as PATCH, handle as POST, handle as PUT };
