import { isSigningOut } from './signing-out';

let unfinished: string | undefined;

/** What runs in this tab and ends with it: "1 bulk action". The browser asks before it goes; undefined when nothing does any more. */
export function noteUnfinished(what: string | undefined): void {
  unfinished = what;
  if (what === undefined) window.removeEventListener('beforeunload', warn);
  else window.addEventListener('beforeunload', warn);
}

/** Asked before a session ends: afterwards there is nothing left to stay for. */
export const mayStop = (): boolean =>
  unfinished === undefined || window.confirm(`${unfinished} still at work in this tab. Sign out and stop there?`);

/** Who signs out was asked already, and could not go on here: a second question would keep the page without its session. */
function warn(event: BeforeUnloadEvent): void {
  if (!isSigningOut()) event.preventDefault();
}
