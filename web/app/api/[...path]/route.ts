import { problemResponse } from '@/server/problem-response';

/** The REST interface is not here but at its own address; what is asked for at this one gets an answer that a program can read. */
function handle(): Response {
  return problemResponse(404, 'ROUTE_NOT_FOUND', 'this is the admin app: the REST interface has an address of its own');
}

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
