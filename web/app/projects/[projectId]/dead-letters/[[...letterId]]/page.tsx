/** What is opened stands beside the list, which the layout keeps. */
export default function Page() {
  return null;
}
