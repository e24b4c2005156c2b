import { notFound } from 'next/navigation';

/** Any other address below a project: answered within it, so that its navigation stays. */
export default function UnknownPage(): never {
  notFound();
}
