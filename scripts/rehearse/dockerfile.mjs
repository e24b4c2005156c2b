// Reads the part of the Dockerfile language that ours use.
import { readFileSync } from 'node:fs';
import { DockerfileParser } from 'dockerfile-ast';

/**
 * The stages of a Dockerfile, first to last. An instruction has its keyword, its text with continuation lines joined, and its words;
 * `list` holds those of the exec form.
 */
export function stagesOf(file) {
  const stages = [];
  for (const instruction of DockerfileParser.parse(readFileSync(file, 'utf8')).getInstructions()) {
    const keyword = instruction.getKeyword();
    const words = instruction.getArguments().map((argument) => argument.getValue());
    if (keyword === 'FROM') {
      stages.push({ base: words[0], name: words[1]?.toUpperCase() === 'AS' ? words[2] : undefined, instructions: [] });
      continue;
    }
    const stage = stages.at(-1);
    if (!stage) throw new Error(`${file}: ${keyword} before the first FROM`);
    const text = (instruction.getRawArgumentsContent() ?? '').replaceAll(/\\\s*\n\s*/g, '');
    stage.instructions.push({ keyword, text, words, list: listOf(text), flags: flagsOf(instruction) });
  }
  return stages;
}

/** `--from=build` and the like. */
function flagsOf(instruction) {
  return Object.fromEntries((instruction.getFlags?.() ?? []).map((flag) => [flag.getName(), flag.getValue()]));
}

/** The exec form, which for a health check stands behind its options and CMD. */
function listOf(text) {
  const start = text.indexOf('[');
  if (start < 0) return undefined;
  try {
    return JSON.parse(text.slice(start));
  } catch {
    return undefined;
  }
}
