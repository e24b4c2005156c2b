export { ProjectShell as default } from '@/shell/project-shell';
