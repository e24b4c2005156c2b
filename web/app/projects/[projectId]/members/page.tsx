export { MembersPage as default } from '@/features/members/members-page';
