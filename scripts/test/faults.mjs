// What failed, in few lines: the end of a long log is all that some readers get to see.
const MAX_LINES = 8;

/** Of a result of jest (`--json`): each failed test with the beginning of its message, and each file that could not be loaded. */
export function faultsOfJest({ testResults }) {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length > 0)
      return failed.map(({ fullName, failureMessages }) => `${fullName}\n${beginning(failureMessages.join('\n'))}`);
    return assertionResults.length === 0 && message ? [`${name}\n${beginning(message)}`] : [];
  });
}

/** Of the TAP that Node's runner writes: what failed by itself, and not because something around it did. */
export function faultsOfTap(text) {
  const found = text.matchAll(/^( *)not ok \d+ - (.+)\n\1 {2}---\n([\s\S]*?)^\1 {2}\.\.\.$/gm);
  return [...found]
    .filter(([, , , details]) => !/failureType: '(?:cancelledByParent|subtestsFailed)'/.test(details))
    .map(([, , name, details]) => `${name}\n${beginning(errorIn(details))}`);
}

function errorIn(details) {
  const [, indent = '', , block, line] = /^( *)error: (\|-?\n((?:\1 {2}.*\n|\s*\n)+)|(.+))/m.exec(details) ?? [];
  return (block ?? line ?? '').replaceAll(new RegExp(`^${indent}  `, 'gm'), '');
}

function beginning(text) {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines
    .slice(0, MAX_LINES)
    .map((line) => `    ${line.slice(0, 300)}`)
    .join('\n');
}
