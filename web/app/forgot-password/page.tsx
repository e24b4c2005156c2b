export { ForgotPasswordPage as default } from '@/features/password-reset/forgot-password-page';
