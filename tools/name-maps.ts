import { join, relative } from 'node:path'
import { SyntaxKind, type Expression, type Node } from 'typescript/unstable/ast'
import { isBinaryExpression, isElementAccessExpression } from 'typescript/unstable/ast/is'
import { API, TypeFlags, type Project, type Type } from 'typescript/unstable/sync'

import { repository } from './processes.ts'

const runtimes = ['contract', 'server', 'web']

/** The only file that may look up a name in a plain object. */
const LOOKUP = 'contract/src/own.ts'

const isProduct = (path: string) =>
  /^(?:contract|server|web)\/src\//.test(path) &&
  !/\.(?:test|soak|fixture|gallery)\.tsx?$/.test(path) &&
  path !== LOOKUP

/**
 * Finds places where an arbitrary text (not one of a few literals) is looked up in an object, by `object[text]` or
 * `text in object`. Every object inherits `constructor` and `toString`, and `__proto__` is special, so a name from
 * outside would find or change inherited values; a Map, or `own`, is safe. Returns `path:line: source` of each.
 */
export function findNameMaps(root = repository, projects = runtimes): string[] {
  const api = new API({ cwd: root })
  try {
    const configs = projects.map((name) => join(root, name, 'tsconfig.json'))
    const snapshot = api.updateSnapshot({ openProjects: configs })
    return configs.flatMap((config) => findIn(root, snapshot.getProject(config)!)).toSorted()
  } finally {
    api.close()
  }
}

type Lookup = { node: Expression; object: Expression; key: Expression }

function findIn(root: string, { program, checker }: Project): string[] {
  return program.getSourceFileNames().flatMap((name) => {
    const path = relative(root, name)
    const file = isProduct(path) ? program.getSourceFile(name) : undefined
    if (!file) return []
    const lookups = lookupsIn(file)
    if (lookups.length === 0) return []
    const keys = checker.getTypeAtLocation(lookups.map(({ key }) => key))
    const objects = checker.getTypeAtLocation(lookups.map(({ object }) => object))
    return lookups
      .filter((_lookup, at) => isAnyText(keys[at]) && !isText(objects[at]))
      .map(({ node }) => `${path}:${lineOf(file.text, node.getStart(file))}: ${node.getText(file)}`)
  })
}

function lookupsIn(root: Node): Lookup[] {
  const found: Lookup[] = []
  const visit = (node: Node): void => {
    if (isElementAccessExpression(node))
      found.push({ node, object: node.expression, key: node.argumentExpression })
    else if (isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.InKeyword)
      found.push({ node, object: node.right, key: node.left })
    node.forEachChild(visit)
  }
  visit(root)
  return found
}

/** Whether a type is an arbitrary text, not a union of literals. */
function isAnyText(type: Type | undefined): boolean {
  if (!type) return false
  if (type.isUnionType()) return type.getTypes().some(isAnyText)
  return (type.flags & (TypeFlags.String | TypeFlags.Any)) !== 0
}

const isText = (type: Type | undefined) => type !== undefined && (type.flags & TypeFlags.StringLike) !== 0

const lineOf = (text: string, at: number) => text.slice(0, at).split('\n').length
