/** Payload: the queue that got due jobs. Sent after the commit. */
export const QUEUED_CHANNEL = 'rota_queued';

/** Payload: a job in flight that shall be cancelled. Sent after the commit. */
export const CANCEL_CHANNEL = 'rota_cancel';
