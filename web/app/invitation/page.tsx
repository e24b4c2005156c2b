export { InvitationPage as default } from '@/features/joining/invitation-page';
