import { ensureBuild as ensureBuildOnce } from '../../scripts/build.mjs';

export const BUILD_MS = 300_000;

let built: Promise<void> | undefined;

/** dist/ holds what the sources say, or every test of the file fails by the same one build. Files that run side by side build once. */
export function ensureBuild(): Promise<void> {
  built ??= ensureBuildOnce();
  return built;
}
