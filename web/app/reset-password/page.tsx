export { ResetPasswordPage as default } from '@/features/password-reset/reset-password-page';
