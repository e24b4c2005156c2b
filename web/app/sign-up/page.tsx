export { SignUpPage as default } from '@/features/joining/new-account-page';
