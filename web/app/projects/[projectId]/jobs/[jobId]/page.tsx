export { JobPage as default } from '@/features/job/job-page';
