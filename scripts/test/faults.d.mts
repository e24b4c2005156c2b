interface JestResult {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

export function faultsOfJest(result: JestResult): string[];
export function faultsOfTap(text: string): string[];
