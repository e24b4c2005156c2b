/**
 * What handlers need of a project's secrets. The module that owns them (encrypted at rest, rotatable) implements this
 * class and is handed to `HandlersModule.register({ imports })`.
 */
export abstract class ProjectSecrets {
  /**
   * Keys that sign outgoing webhooks, the current one first. More than one while a rotation is under way; none if the
   * project does not sign.
   */
  abstract signingSecrets(projectId: string): Promise<Buffer[]>;

  /** The value of a named secret, or null if the project has none of that name. */
  abstract reveal(projectId: string, name: string): Promise<string | null>;
}
