import { join, relative } from 'node:path'
import type { Expression, Node, TypeNode } from 'typescript/unstable/ast'
import {
  isAsExpression,
  isCallExpression,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isObjectLiteralExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isTaggedTemplateExpression,
  isTemplateExpression,
} from 'typescript/unstable/ast/is'
import { API, SymbolFlags, TypeFlags, type Checker, type Type } from 'typescript/unstable/sync'
import { templateKey } from './statement-log.ts'

/** What a value may be: `string`, `number`, `boolean`, `null`, `undefined`, `Date`, `Buffer`, `object`, `any`, `string[]` … */
export type Kinds = Set<string>

/** A place in the source that gives SQL a type: `` sql<T>`…` ``, or `client.query<T>('…')`. */
export type TypedSql = {
  /** `path:line` */
  place: string
  /** Of a template: its key. */
  template: string | null
  /** Of a call of `query`: its text; undefined if it is not written there. */
  text?: string | undefined
  /** T as a row; null if T is no object, or has any names. */
  row: Map<string, Kinds> | null
  /** Whether T allows further names. */
  isOpen: boolean
  /** T as the value of a column. */
  value: Kinds
}

/** Reads all typed SQL of a TypeScript project below `root`, without its tests. */
export function readRowTypes(root: string, project = 'server'): TypedSql[] {
  const api = new API({ cwd: root })
  try {
    const config = join(root, project, 'tsconfig.json')
    const { program, checker } = api.updateSnapshot({ openProjects: [config] }).getProject(config)!
    return program.getSourceFileNames().flatMap((name) => {
      const path = relative(root, name)
      if (!path.startsWith(`${project}/src/`) || /\.(?:test|soak|fixture)\.ts$/.test(path)) return []
      const file = program.getSourceFile(name)!
      return typedIn(file).map(({ node, type, ...found }) => {
        const place = `${path}:${file.text.slice(0, node.getStart(file)).split('\n').length}`
        const resolved = checker.getTypeFromTypeNode(type)!
        const text = 'argument' in found ? textOf(found.argument, checker) : undefined
        return {
          place,
          template: found.template ?? null,
          text,
          row: rowOf(resolved, checker),
          isOpen: checker.getIndexInfosOfType(resolved).length > 0,
          value: kindsOf(resolved, checker),
        }
      })
    })
  } finally {
    api.close()
  }
}

type Found = { node: Node; type: TypeNode; template?: string; argument?: Expression | undefined }

function typedIn(file: Node): Found[] {
  const found: Found[] = []
  const visit = (node: Node): void => {
    if (
      isTaggedTemplateExpression(node) &&
      isIdentifier(node.tag) &&
      node.tag.text === 'sql' &&
      node.typeArguments
    )
      found.push({ node, type: node.typeArguments[0]!, template: templateKey(fragmentsOf(node.template)) })
    else if (
      isCallExpression(node) &&
      isPropertyAccessExpression(node.expression) &&
      node.expression.name.text === 'query' &&
      node.typeArguments
    )
      found.push({ node, type: node.typeArguments[0]!, argument: node.arguments[0] })
    node.forEachChild(visit)
  }
  visit(file)
  return found
}

const fragmentsOf = (template: Node): string[] =>
  isTemplateExpression(template)
    ? [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)]
    : [(template as Node & { text: string }).text]

/** The text of a literal, of a constant that holds one, or of `{ text }`. */
function textOf(argument: Expression | undefined, checker: Checker): string | undefined {
  if (!argument) return undefined
  if (isAsExpression(argument)) return textOf(argument.expression, checker)
  if (isNoSubstitutionTemplateLiteral(argument)) return argument.text
  if (isObjectLiteralExpression(argument)) {
    const text = argument.properties.find(
      (each) => isPropertyAssignment(each) && isIdentifier(each.name) && each.name.text === 'text',
    )
    return text && isPropertyAssignment(text) ? textOf(text.initializer, checker) : undefined
  }
  const type = checker.getTypeAtLocation(argument)
  return type?.isStringLiteralType() ? type.value : undefined
}

function rowOf(type: Type, checker: Checker): TypedSql['row'] {
  const members = type.isUnionType() ? type.getTypes() : [type]
  if (!members.every((each) => kindsOf(each, checker).has('object'))) return null
  const rows = members.map(
    (member) =>
      new Map(
        checker.getPropertiesOfType(member).map((property) => {
          const kinds = kindsOf(checker.getTypeOfSymbol(property), checker)
          return [property.name, property.flags & SymbolFlags.Optional ? kinds.add('undefined') : kinds]
        }),
      ),
  )
  const names = new Set(rows.flatMap((row) => [...row.keys()]))
  if (names.size === 0) return null
  // A member of a union that does not name a column says nothing of its value.
  const kindsIn = (name: string) => rows.flatMap((row) => [...(row.get(name) ?? ['null', 'undefined'])])
  return new Map([...names].map((name) => [name, new Set(kindsIn(name))]))
}

function kindsOf(type: Type | undefined, checker: Checker): Kinds {
  if (!type || type.flags & (TypeFlags.Any | TypeFlags.Unknown | TypeFlags.TypeParameter))
    return new Set(['any'])
  // Kysely's type of a condition allows 0 and 1, for other databases.
  if (type.getAliasSymbol()?.name === 'SqlBool') return new Set(['boolean'])
  if (type.isUnionType()) return new Set(type.getTypes().flatMap((each) => [...kindsOf(each, checker)]))
  if (type.flags & TypeFlags.StringLike) return new Set(['string'])
  if (type.flags & TypeFlags.NumberLike) return new Set(['number'])
  if (type.flags & TypeFlags.BooleanLike) return new Set(['boolean'])
  if (type.flags & TypeFlags.Null) return new Set(['null'])
  if (type.flags & TypeFlags.Undefined) return new Set(['undefined'])
  if (checker.isArrayType(type) && type.isTypeReference())
    return new Set([...kindsOf(checker.getTypeArguments(type)[0], checker)].map((kind) => `${kind}[]`))
  const name = type.getSymbol()?.name
  return new Set([name === 'Date' || name === 'Buffer' ? name : 'object'])
}
