import { notifyDone, notifyProblem } from '@/shell/dialogs/notify';

export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notifyDone(`${what} is copied`);
  } catch (error) {
    notifyProblem(`${what} could not be copied`, error);
  }
}
