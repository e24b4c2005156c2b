/** What can be looked for: a kind with all its actions. The interface takes `queue.*`. */
export const ACTION_KINDS: readonly { readonly value: string; readonly label: string }[] = [
  { value: 'queue.*', label: 'Queues' },
  { value: 'job.*', label: 'Jobs' },
  { value: 'schedule.*', label: 'Schedules' },
  { value: 'dead_letter.*', label: 'Dead letters' },
  { value: 'api_key.*', label: 'API keys' },
  { value: 'secret.*', label: 'Secrets' },
  { value: 'member.*', label: 'Members' },
  { value: 'invitation.*', label: 'Invitations' },
  { value: 'project.*', label: 'Project' },
];

/** `api_key.created` → "API key created". */
export function wordsOfAction(action: string): string {
  const words = action.replace('api_key', 'API key').replaceAll(/[._]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
