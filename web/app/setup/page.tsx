export { SetupPage as default } from '@/features/joining/new-account-page';
