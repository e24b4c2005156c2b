export { ApiKeysPage as default } from '@/features/api-keys/api-keys-page';
