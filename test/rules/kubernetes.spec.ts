import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import {
  DatabaseConfig,
  ProcessConfig,
  SecretsConfig,
  EncryptionConfig,
  envFieldsOf,
} from '../../src/platform/config/index.js';
import { CONFIG_ROOMS } from '../../src/cli/config-rooms.js';
import { checkManifest, type Manifest } from '../support/manifests.js';

const ROOT = path.resolve('deploy/kubernetes');
const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.yaml'));
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const manifestsOf = (file: string): Manifest[] =>
  parseAllDocuments(read(file)).map((document) => document.toJS() as Manifest);
const kustomizations = files.filter((file) => path.basename(file) === 'kustomization.yaml');
const resources = files.filter((file) => !kustomizations.includes(file));
const manifests = resources.flatMap(manifestsOf);

interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly env?: readonly {
    readonly name: string;
    readonly value?: string;
    readonly valueFrom?: { readonly secretKeyRef?: { readonly name: string } };
  }[];
  readonly envFrom?: readonly object[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly securityContext?: {
    readonly readOnlyRootFilesystem?: boolean;
    readonly allowPrivilegeEscalation?: boolean;
    readonly capabilities?: { readonly drop?: readonly string[] };
  };
  readonly resources?: { readonly requests?: object; readonly limits?: object };
  readonly lifecycle?: { readonly preStop?: { readonly sleep?: { readonly seconds: number } } };
  readonly [probe: `${string}Probe`]:
    { readonly httpGet?: { readonly path: string; readonly port: string } } | undefined;
}
interface PodSpec {
  readonly containers: readonly Container[];
  readonly terminationGracePeriodSeconds?: number;
  readonly securityContext?: { readonly runAsNonRoot?: boolean };
  readonly automountServiceAccountToken?: boolean;
}
interface PodHolder {
  readonly template: {
    readonly metadata: { readonly labels: Readonly<Record<string, string>> };
    readonly spec: PodSpec;
  };
}

const ofKind = (kind: string): Manifest[] => manifests.filter((manifest) => manifest.kind === kind);
const podOf = (manifest: Manifest): PodSpec => (manifest.spec as unknown as PodHolder).template.spec;
const labelsOf = (manifest: Manifest) => (manifest.spec as unknown as PodHolder).template.metadata.labels;
const named = (kind: string, name: string): Manifest => {
  const found = ofKind(kind).find(({ metadata }) => metadata.name === name);
  if (!found) throw new Error(`there is no ${kind} ${name}`);
  return found;
};
const roles = ['api', 'worker', 'scheduler'].map((role) => named('Deployment', `rota-${role}`));
const withPods = [...ofKind('Deployment'), ...ofKind('Job')];
const config = named('ConfigMap', 'rota-config').data ?? {};

describe('the manifests for Kubernetes', () => {
  it.each(resources)(
    '%s is valid by the schemas of Kubernetes and KEDA, and has no field that they do not know',
    (file) => {
      for (const manifest of manifestsOf(file))
        expect([manifest.kind, manifest.metadata.name, checkManifest(manifest)]).toEqual([
          manifest.kind,
          manifest.metadata.name,
          [],
        ]);
    },
  );

  it('the check itself notices a wrong value and a misspelt field', () => {
    const [worker] = roles as [Manifest];
    const misspelt = structuredClone(worker) as unknown as { spec: { template: { spec: Record<string, unknown> } } };
    misspelt.spec.template.spec['terminationGracePeriod'] = 5;
    expect(checkManifest(misspelt as unknown as Manifest)).toEqual([
      '/spec/template/spec/terminationGracePeriod is not known',
    ]);
    expect(checkManifest({ ...worker, spec: { ...worker.spec, replicas: 'two' } })).toHaveLength(1);
    expect(checkManifest({ ...worker, kind: 'Deploiment' })[0]).toContain('there is no schema');
  });

  it('every file belongs to exactly one kustomization, and each names only what is there', () => {
    const listed = kustomizations.flatMap((file) => {
      const { resources: entries = [], components = [] } = parse(read(file)) as Record<string, string[]>;
      return [...entries, ...components].map((entry) => path.join(path.dirname(file), entry));
    });
    const folders = kustomizations.map((file) => path.dirname(file));
    for (const entry of listed) expect([...resources, ...folders]).toContain(entry);
    expect(listed.filter((entry) => entry.endsWith('.yaml')).toSorted((a, b) => a.localeCompare(b))).toEqual(
      resources.toSorted((a, b) => a.localeCompare(b)),
    );
  });

  it('use no anchors: not every tool resolves them alike', () => {
    for (const file of files) expect([file, /^[^#\n]*: ?[&*]\w/m.test(read(file))]).toEqual([file, false]);
  });

  it('pods run unprivileged, on a root file system that nobody can write to, without a token of the cluster', () => {
    for (const manifest of withPods) {
      const { securityContext, automountServiceAccountToken, containers } = podOf(manifest);
      expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
      expect(automountServiceAccountToken).toBe(false);
      for (const container of containers) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(container.resources).toMatchObject({
          requests: expect.anything(),
          limits: { memory: expect.any(String) },
        });
      }
    }
  });

  it('a pod has longer to end than its process takes: grace, two seconds, and what comes before the signal', () => {
    const graceSeconds = Number(config['SHUTDOWN_GRACE_MS']) / 1_000;
    for (const manifest of roles) {
      const { terminationGracePeriodSeconds = 30, containers } = podOf(manifest);
      const before = containers[0]?.lifecycle?.preStop?.sleep?.seconds ?? 0;
      expect(terminationGracePeriodSeconds).toBeGreaterThan(graceSeconds + 2 + before);
    }
  });

  it('every process is watched: alive by /livez, ready by /readyz, on the port that the kubelet may reach', () => {
    expect(config['OPERATIONS_HOST']).toBe('0.0.0.0');
    for (const manifest of roles) {
      const [container] = podOf(manifest).containers as [Container];
      const probe = (name: 'startup' | 'liveness' | 'readiness') => container[`${name}Probe`]?.httpGet;
      expect(probe('startup')).toEqual({ path: '/livez', port: 'operations' });
      expect(probe('liveness')).toEqual({ path: '/livez', port: 'operations' });
      expect(probe('readiness')).toEqual({ path: '/readyz', port: 'operations' });
      expect(container.ports).toContainEqual({ name: 'operations', containerPort: Number(config['OPERATIONS_PORT']) });
    }
  });

  it('every deployment survives the drain of a node', () => {
    for (const manifest of ofKind('Deployment')) {
      expect(named('PodDisruptionBudget', manifest.metadata.name).spec).toMatchObject({
        maxUnavailable: 1,
        selector: { matchLabels: labelsOf(manifest) },
      });
      expect(Number(manifest.spec?.['replicas'])).toBeGreaterThan(1);
    }
  });

  it('services and network policies select the pods that they are named after', () => {
    for (const manifest of [...ofKind('Service'), ...ofKind('NetworkPolicy')]) {
      const { selector, podSelector } = manifest.spec as { selector?: object; podSelector?: { matchLabels: object } };
      expect(selector ?? podSelector?.matchLabels).toEqual(labelsOf(named('Deployment', manifest.metadata.name)));
    }
    expect(ofKind('NetworkPolicy')).toHaveLength(ofKind('Deployment').length);
  });

  it('secrets are referred to, never written, and each process has only those that it reads', () => {
    const secrets = new Set(
      CONFIG_ROOMS.flatMap(({ configClass }) => envFieldsOf(configClass))
        .filter(({ secret }) => secret)
        .map(({ name }) => name),
    );
    expect(Object.keys(config).filter((name) => secrets.has(name))).toEqual([]);
    const referred = (manifest: Manifest): string[] =>
      podOf(manifest).containers.flatMap(({ env = [] }) =>
        env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef?.name ?? []),
      );
    for (const { env = [] } of withPods.flatMap((manifest) => podOf(manifest).containers))
      for (const { name, valueFrom } of env.filter((variable) => secrets.has(variable.name)))
        expect([name, valueFrom?.secretKeyRef?.name]).toEqual([name, expect.any(String)]);
    expect(new Set(referred(named('Deployment', 'rota-scheduler')))).toEqual(new Set(['rota-database']));
    expect(new Set(referred(named('Deployment', 'rota-worker')))).toEqual(
      new Set(['rota-database', 'rota-encryption']),
    );
    expect(referred(named('Deployment', 'rota-web'))).toEqual([]);
    for (const manifest of ofKind('Deployment')) expect(referred(manifest)).not.toContain('rota-migration');
    expect(ofKind('Secret')).toEqual([]);
  });

  it('every variable that is set is one that Rota reads, and none that is required is missing', () => {
    const known = new Map(
      CONFIG_ROOMS.flatMap(({ configClass }) => envFieldsOf(configClass)).map((field) => [field.name, field]),
    );
    for (const name of Object.keys(config)) expect([...known.keys()]).toContain(name);
    const required: Record<string, object[]> = {
      'rota-api': [ProcessConfig, DatabaseConfig, SecretsConfig, EncryptionConfig],
      'rota-worker': [ProcessConfig, DatabaseConfig, EncryptionConfig],
      'rota-scheduler': [ProcessConfig, DatabaseConfig],
    };
    for (const manifest of roles) {
      const [{ env = [] }] = podOf(manifest).containers as [Container];
      const given = env.map(({ name }) => name);
      for (const name of given) expect([...known.keys()]).toContain(name);
      const wanted = (required[manifest.metadata.name] ?? [])
        .flatMap((room) => envFieldsOf(room))
        .filter((field) => field.default === undefined);
      for (const { name } of wanted) expect(given).toContain(name);
    }
  });

  it('migrations run once, before, from the same image, and any tool makes the job anew', () => {
    const job = named('Job', 'rota-migrate') as Manifest & { metadata: { annotations: Record<string, string> } };
    expect(podOf(job).containers[0]).toMatchObject({
      image: 'rota',
      command: ['node', 'dist/src/cli/main.js', 'migrate'],
    });
    expect(job.metadata.annotations).toMatchObject({
      'argocd.argoproj.io/hook': 'PreSync',
      'kustomize.toolkit.fluxcd.io/force': 'enabled',
    });
  });
});
