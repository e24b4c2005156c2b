import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { envFieldsOf } from '../platform/config/index.js';
import { CONFIG_ROOMS } from './config-rooms.js';
import { configurationPage, envExample } from './env-documents.js';

const fields = CONFIG_ROOMS.flatMap(({ configClass }) => envFieldsOf(configClass));

function declaredInSources(): string[] {
  const sources = path.resolve('src');
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.spec)\.ts$/.test(file),
  );
  const texts = files.map((file) => readFileSync(path.join(sources, file), 'utf8'));
  return texts.flatMap((text) => [...text.matchAll(/@Env\(\s*'([A-Z0-9_]+)'/g)].map((match) => match[1] ?? ''));
}

describe('documents of the configuration', () => {
  it('name every variable that a configuration class of the sources declares', () => {
    expect(fields.map((field) => field.name).toSorted()).toEqual(declaredInSources().toSorted());
  });

  it('give no variable twice', () => {
    expect(new Set(fields.map((field) => field.name)).size).toBe(fields.length);
  });

  it('show no value of a secret', () => {
    for (const field of fields.filter(({ secret }) => secret)) {
      expect(field.default ?? null).toBeNull();
      expect(envExample(CONFIG_ROOMS)).toMatch(new RegExp(`^(# )?${field.name}=$`, 'm'));
    }
  });

  it('mark what has no default as required', () => {
    for (const field of fields.filter((candidate) => candidate.default === undefined)) {
      expect(configurationPage(CONFIG_ROOMS)).toContain(`| \`${field.name}\` | required |`);
    }
  });
});
