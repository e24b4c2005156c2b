export { describeSession as GET, signIn as POST, signOut as DELETE } from '@/server/session-routes';
