import { execFileSync } from 'node:child_process';
import { parseAllDocuments } from 'yaml';
import { checkManifest, type Manifest } from '../support/manifests.js';

/** Needs kubectl, so it is no part of `npm test`, which checks the same files before kustomize puts them together. */
describe('the manifests as kustomize renders them', () => {
  const rendered = execFileSync('kubectl', ['kustomize', 'deploy/kubernetes/overlays/example'], { encoding: 'utf8' });
  const manifests = parseAllDocuments(rendered).map((document) => document.toJS() as Manifest);

  it('are valid, in one namespace, with the images of the overlay and the replicas of workers left to KEDA', () => {
    expect(manifests.length).toBeGreaterThan(15);
    for (const manifest of manifests) {
      expect([manifest.metadata.name, checkManifest(manifest)]).toEqual([manifest.metadata.name, []]);
      expect(manifest.metadata.namespace).toBe('rota');
    }
    expect(rendered).toContain('image: registry.example.com/rota:0.1.0');
    const worker = manifests.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'rota-worker');
    expect(worker?.spec).not.toHaveProperty('replicas');
  });
});
