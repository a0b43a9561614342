/** A node of a parse tree as PostgreSQL stores it, or a list, or a word; `<>` (nothing) is undefined. */
export type Tree = { tag: string; [field: string]: Value }
export type Value = Tree | Value[] | string | undefined

export const isTree = (value: Value): value is Tree => typeof value === 'object' && !Array.isArray(value)
export const listOf = (value: Value) => (Array.isArray(value) ? value : []) as Tree[]

/** Reads PostgreSQL's text form of the parse tree of a function body (`prosqlbody`); returns its last query. */
export const parseQuery = (text: string): Tree => [parse(text)].flat(2).at(-1) as Tree

function parse(text: string): Value {
  const words = text.match(/"(?:\\.|[^"\\])*"|[(){}]|(?:\\.|[^\s(){}\\])+/gs) ?? []
  let at = 0
  const read = (): Value => {
    const word = words[at++]!
    if (word === '(') {
      const list: Value[] = []
      while (words[at] !== ')') list.push(read())
      at += 1
      return list
    }
    if (word !== '{')
      return word === '<>' ? undefined : word.replace(/^"(.*)"$/s, '$1').replaceAll(/\\(.)/gs, '$1')
    const tree: Tree = { tag: words[at++]! }
    while (words[at] !== '}') {
      const field = words[at++]!.slice(1)
      tree[field] = read()
      // The bytes of a constant follow its length.
      while (words[at] !== '}' && !words[at]!.startsWith(':')) at += 1
    }
    at += 1
    return tree
  }
  return read()
}
