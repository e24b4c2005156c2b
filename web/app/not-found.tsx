export { NotFoundPage as default } from '@/shell/entry/not-found-page';
