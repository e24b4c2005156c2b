import * as keda from '@kubernetes-models/keda/keda.sh/v1alpha1';
import * as apps from 'kubernetes-models/apps/v1';
import * as batch from 'kubernetes-models/batch/v1';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly spec?: Record<string, unknown>;
  readonly data?: Record<string, string>;
}

interface Model {
  readonly prototype: { validate(this: unknown): void };
}

/** The schemas of Kubernetes itself and of KEDA, by group and version. */
const GROUPS: Readonly<Record<string, object>> = {
  'apps/v1': apps,
  'batch/v1': batch,
  'networking.k8s.io/v1': networking,
  'policy/v1': policy,
  v1: core,
  'keda.sh/v1alpha1': keda,
};

/** What is wrong with a manifest: rules that it breaks, and fields that its schema does not know. */
export function checkManifest(manifest: Manifest): string[] {
  const kinds = GROUPS[manifest.apiVersion] as Readonly<Record<string, Model>> | undefined;
  const model = kinds?.[manifest.kind];
  if (!model) return [`there is no schema of ${manifest.apiVersion} ${manifest.kind}`];
  const watch = new FieldWatch();
  try {
    // Of a model only its validator is wanted: a model itself copies what it is made from.
    model.prototype.validate.call(watch.over(manifest, ''));
  } catch (error) {
    return [(error as Error).message];
  }
  return watch.unread();
}

/**
 * The validators of the schemas are compiled: they read every field that they know, and walk over the keys of what is a map. A field
 * that nobody has looked at is therefore one that the schema does not have, such as a misspelt one.
 */
class FieldWatch {
  private readonly fields = new Map<string, boolean>();

  over(value: unknown, path: string): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const children = new Map(
      Object.entries(value).map(([key, child]) => {
        const childPath = `${path}/${key}`;
        this.fields.set(childPath, false);
        return [key, this.over(child, childPath)];
      }),
    );
    const copy: Record<string, unknown> | unknown[] = Array.isArray(value)
      ? [...children.values()]
      : Object.fromEntries(children);
    return new Proxy(copy, {
      get: (target, key, receiver) => {
        if (typeof key === 'string' && children.has(key)) this.fields.set(`${path}/${key}`, true);
        return Reflect.get(target, key, receiver);
      },
    });
  }

  unread(): string[] {
    return [...this.fields].filter(([, isRead]) => !isRead).map(([path]) => `${path} is not known`);
  }
}
