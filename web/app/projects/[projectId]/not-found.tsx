export { MissingPage as default } from '@/shell/page/missing-page';
