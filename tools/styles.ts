import { posix } from 'node:path'
import postcss, { type AtRule } from 'postcss'
import { parseSync } from 'vite'
import type { TreeFile } from './tree.ts'

/** The style sheets and sources of the web client. */
export type Client = { sheets: TreeFile[]; sources: TreeFile[] }

export const clientOf = (tree: readonly TreeFile[]): Client => {
  const files = tree.filter(({ path }) => path.startsWith('web/src/'))
  return {
    sheets: files.filter(({ path }) => path.endsWith('.css')),
    sources: files.filter(({ path }) => /\.tsx?$/.test(path) && !/\.(?:test|fixture)\.tsx?$/.test(path)),
  }
}

/** A class of a CSS module is known by its sheet too, every other class by its name alone. */
type Mention = { name: string; isGlobal: boolean }

const idOf = (path: string, { name, isGlobal }: Mention) => (isGlobal ? name : `${path} .${name}`)

/** Classes that a library puts on its elements, or the server on those of a process's picture. */
const isForeign = (name: string) => /^(?:ant|bio|bjs|bpmn|djs)-/.test(name)

/** Which sheets contain rules for a class, by its id. */
function styledIn(sheets: readonly TreeFile[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const { path, text } of sheets) {
    for (const selector of selectorsOf(text)) {
      for (const mention of subjectsOf(selector, !path.endsWith('.module.css'))) {
        if (isForeign(mention.name)) continue
        const id = idOf(path, mention)
        found.set(id, (found.get(id) ?? new Set()).add(path))
      }
    }
  }
  return found
}

/** Classes with rules in more than one sheet, as "name: sheet, sheet". */
export const styledTwice = ({ sheets }: Client): string[] =>
  [...styledIn(sheets)]
    .filter(([, paths]) => paths.size > 1)
    .map(([name, paths]) => `${name}: ${[...paths].toSorted().join(', ')}`)
    .toSorted()

/** Classes with rules that neither a source nor a `composes` names. */
export function styledUnused({ sheets, sources }: Client): string[] {
  const words = new Set<string>()
  const members = new Set<string>()
  for (const source of sources) {
    const { literals, modules } = namesOf(source)
    for (const { text } of literals) for (const word of text.split(/\s+/)) words.add(word)
    for (const id of modules) members.add(id)
  }
  for (const sheet of sheets)
    for (const { id, isGlobal } of composedIn(sheet)) (isGlobal ? words : members).add(id)
  const isNamed = (path: string, { name, isGlobal }: Mention) =>
    isGlobal ? words.has(name) || words.has(name.replace(/\d$/, '')) : members.has(`${path} .${name}`)
  const unused = sheets.flatMap(({ path, text }) => {
    const all = selectorsOf(text).flatMap((selector) => mentionsOf(selector, !path.endsWith('.module.css')))
    return all
      .filter((each) => !isForeign(each.name) && !isNamed(path, each))
      .map(({ name }) => `${path} .${name}`)
  })
  return [...new Set(unused)].toSorted()
}

/** Classes of elements that no sheet has rules for. */
export function usedUnstyled({ sheets, sources }: Client): string[] {
  const styled = new Set<string>()
  for (const { path, text } of sheets)
    for (const selector of selectorsOf(text))
      for (const mention of mentionsOf(selector, !path.endsWith('.module.css')))
        styled.add(idOf(path, mention))
  return sources
    .filter(({ path }) => !path.endsWith('.gallery.tsx'))
    .flatMap((source) => {
      const { literals, modules } = namesOf(source)
      const names = literals
        .filter(({ isClass }) => isClass)
        .flatMap(({ text, open }) => text.split(/\s+/).filter((word) => word && word !== open))
      return [...names, ...modules]
        .filter((id) => !styled.has(id) && !isForeign(id))
        .map((id) => `${source.path}: ${id}`)
    })
    .toSorted()
}

/** The classes that a sheet's `composes` name: `composes: row from global`, `composes: list from './panes.module.css'`. */
function composedIn({ path, text }: TreeFile): { id: string; isGlobal: boolean }[] {
  const found: { id: string; isGlobal: boolean }[] = []
  postcss.parse(text).walkDecls('composes', ({ value }) => {
    const [, names = '', from = ''] = /^(.*?)(?:\s+from\s+(.*))?$/.exec(value) ?? []
    const isGlobal = from === 'global'
    const sheet = from ? posix.join(path, '..', from.slice(1, -1)) : path
    for (const name of names.split(/\s+/)) found.push({ id: isGlobal ? name : `${sheet} .${name}`, isGlobal })
  })
  return found
}

function selectorsOf(sheet: string): string[] {
  const selectors: string[] = []
  postcss.parse(sheet).walkRules(({ parent, selectors: own }) => {
    if (!(parent as AtRule).name?.endsWith('keyframes')) selectors.push(...own)
  })
  return selectors
}

function mentionsOf(selector: string, isSheetGlobal: boolean): Mention[] {
  const globals = [...selector.matchAll(/:global\([^()]*\)/g)].map(
    ({ index, 0: { length } }) => [index, index + length] as const,
  )
  return [...selector.matchAll(/\.(-?[_a-zA-Z][\w-]*)/g)].map(({ index, 1: name }) => ({
    name: name!,
    isGlobal: isSheetGlobal || globals.some(([start, end]) => start < index && index < end),
  }))
}

/**
 * The class that a rule is about: the first of the last element of its selector, one of the sheet's own before a global
 * one. Further classes are conditions (`.btn.on`), and so are those beside the name of an element (`a.on`).
 */
function subjectsOf(selector: string, isSheetGlobal: boolean): Mention[] {
  const conditions = /:(?:not|has)\((?:[^()]|\([^()]*\))*\)/g
  const subject =
    selector
      .replaceAll(conditions, '')
      .split(/[\s>+~]+(?![^(]*\))/)
      .findLast(Boolean) ?? ''
  const choices = /^:is\((.*)\)/.exec(subject)?.[1]?.split(',') ?? [subject]
  return choices.flatMap((choice) => {
    const mentions = mentionsOf(choice.trim(), isSheetGlobal)
    const first = mentions.find(({ isGlobal }) => !isGlobal) ?? mentions[0]
    return first && !/^[a-z]/.test(choice.trim()) ? [first] : []
  })
}

type Node = { type: string; start: number; end: number; [key: string]: unknown }
/** `open` is the last word when an expression continues it. */
type Literal = { text: string; isClass: boolean; open?: string | undefined }

/** The strings of a source, and the classes of CSS modules that it names, as "sheet .class". */
type Names = { literals: Literal[]; modules: Set<string> }

const known = new WeakMap<TreeFile, Names>()

function namesOf(source: TreeFile): Names {
  const names = known.get(source) ?? namesIn(source)
  known.set(source, names)
  return names
}

function namesIn({ path, text }: TreeFile): Names {
  const literals: Literal[] = []
  const sheets = new Map<string, string>()
  const modules = new Set<string>()
  const walk = (node: unknown, isClass: boolean): void => {
    if (Array.isArray(node)) for (const each of node) walk(each, isClass)
    if (!isNode(node)) return
    if (node.type === 'ImportDeclaration') {
      const source = (node.source as { value: string }).value
      const [name] = node.specifiers as { local: { name: string } }[]
      if (name && source.endsWith('.module.css')) sheets.set(name.local.name, posix.join(path, '..', source))
      return
    }
    if (node.type === 'Literal' && typeof node.value === 'string')
      literals.push({ text: node.value, isClass })
    if (node.type === 'TemplateElement') literals.push({ ...partOf(node), isClass })
    if (node.type === 'MemberExpression') {
      const sheet = sheets.get(nameOf(node.object))
      if (sheet) modules.add(`${sheet} .${nameOf(node.property)}`)
    }
    // A class may be the name of a state in an object.
    if (node.type === 'Property') literals.push({ text: nameOf(node.key), isClass: false })
    const inClass =
      node.type === 'JSXAttribute' ? /class/i.test(nameOf(node.name)) : isClass && !isJudging.has(node.type)
    for (const child of Object.values(node)) walk(child, inClass)
  }
  walk(parseSync(path, text).program, false)
  return { literals, modules }
}

/** Below these, a string is compared or passed on, and is no class. */
const isJudging = new Set(['BinaryExpression', 'CallExpression', 'JSXElement'])

const partOf = ({ value, tail }: Node): Pick<Literal, 'text' | 'open'> => {
  const { cooked: text } = value as { cooked: string }
  return { text, open: tail === true ? undefined : /\S+$/.exec(text)?.[0] }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const nameOf = (node: unknown): string =>
  isNode(node) ? String(node.type === 'Literal' ? node.value : node.name) : ''
