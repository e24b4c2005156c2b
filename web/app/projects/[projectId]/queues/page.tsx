export { QueuesPage as default } from '@/features/queues/queues-page';
