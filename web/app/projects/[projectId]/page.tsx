import { redirect } from 'next/navigation';

export default async function ProjectPage({ params }: { params: Promise<{ projectId: string }> }): Promise<never> {
  redirect(`/projects/${(await params).projectId}/overview`);
}
