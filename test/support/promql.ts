import { parser } from '@prometheus-io/lezer-promql';
import type { SyntaxNode } from '@lezer/common';

/** One metric as an expression names it. */
export interface Selector {
  readonly metric: string;
  readonly matchers: readonly { readonly label: string; readonly operator: string; readonly value: string }[];
  /** The functions and aggregations around it, innermost first. */
  readonly within: readonly string[];
}

export interface Expression {
  /** The text where the grammar gave up; empty for an expression that can be read. */
  readonly errors: readonly string[];
  readonly selectors: readonly Selector[];
  /** Labels of `by`, `without`, `on`, `ignoring`, `group_left` and `group_right`. */
  readonly groupings: readonly { readonly labels: readonly string[]; readonly selectors: readonly Selector[] }[];
}

/** Reads PromQL with the grammar of Prometheus' own editor. */
export function readPromql(text: string): Expression {
  const errors: string[] = [];
  const groupings: { labels: string[]; selectors: Selector[] }[] = [];
  const tree = parser.parse(text);
  const at = (node: SyntaxNode): string => text.slice(node.from, node.to);
  const selectors = under(tree.topNode, 'VectorSelector').map((node) => selectorOf(node, at));
  tree.iterate({
    enter: (reference) => {
      const { node } = reference;
      if (node.type.isError) errors.push(text.slice(Math.max(0, node.from - 10), node.to + 10));
      if (node.name !== 'GroupingLabels') return;
      const labels = under(node, 'LabelName').map(at);
      groupings.push({ labels, selectors: under(scopeOf(node), 'VectorSelector').map((one) => selectorOf(one, at)) });
    },
  });
  return { errors, selectors, groupings };
}

/** The aggregation or the binary operation that a grouping belongs to. */
function scopeOf(node: SyntaxNode): SyntaxNode {
  let scope = node;
  while (scope.parent && !['AggregateExpr', 'BinaryExpr'].includes(scope.name)) scope = scope.parent;
  return scope;
}

function selectorOf(node: SyntaxNode, at: (node: SyntaxNode) => string): Selector {
  const [identifier] = under(node, 'Identifier');
  const matchers = ['UnquotedLabelMatcher', 'QuotedLabelMatcher']
    .flatMap((kind) => under(node, kind))
    .map((matcher) => {
      const [label, operator, value] = childrenOf(matcher).map(at);
      return { label: label ?? '', operator: operator ?? '', value: unquoted(value ?? '') };
    });
  return { metric: identifier ? at(identifier) : '', matchers, within: callsAround(node, at) };
}

/** What is no string is an error of the expression, which is told apart. */
function unquoted(literal: string): string {
  const [, inside] = /^["'](.*)["']$/s.exec(literal) ?? [];
  return inside === undefined ? '' : (JSON.parse(`"${inside.replaceAll(/(?<!\\)"/g, '\\"')}"`) as string);
}

function callsAround(node: SyntaxNode, at: (node: SyntaxNode) => string): string[] {
  const calls: string[] = [];
  for (let parent = node.parent; parent; parent = parent.parent) {
    if (parent.name !== 'FunctionCall' && parent.name !== 'AggregateExpr') continue;
    const [name] = childrenOf(parent);
    if (name) calls.push(at(name));
  }
  return calls;
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}

function under(node: SyntaxNode, name: string): SyntaxNode[] {
  if (node.name === name) return [node];
  return childrenOf(node).flatMap((child) => under(child, name));
}
