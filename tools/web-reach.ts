import { posix } from 'node:path'

type Read = (path: string) => string | null

const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)'(\.[^']+)'/g

const importsOf = (path: string, source: string): string[] =>
  [...source.matchAll(IMPORT)].map(([, target]) => posix.join(posix.dirname(path), target!))

/** Every module of the web client that the page which people open loads, at once or later. */
export function reachedModules(read: Read, entry = 'web/src/main.tsx'): ReadonlySet<string> {
  const reached = new Set<string>()
  const visit = (path: string): void => {
    const source = reached.has(path) ? null : read(path)
    if (source === null) return
    reached.add(path)
    for (const target of importsOf(path, source)) visit(target)
  }
  visit(entry)
  return reached
}

/**
 * Whether a test shows something that no screen uses yet: its file visits the gallery, or it names what is imported from
 * a module of the web client that is no part of the page which people open.
 */
export function isOfGalleryAlone(
  { path, source, text }: { path: string; source: string; text: string },
  reached: ReadonlySet<string>,
): boolean {
  if (path.startsWith('e2e/')) return importsOf(path, source).includes('e2e/gallery-host.ts')
  return [...source.matchAll(NAMED_IMPORT)].some(([, names, from]) => {
    const target = posix.join(posix.dirname(path), from!)
    if (!target.startsWith('web/src/') || reached.has(target) || /[.-]fixture\./.test(target)) return false
    return [...names!.matchAll(/(?:(\w+) as )?(\w+)/g)].some(([, , name]) =>
      new RegExp(`\\b${name}\\b`).test(text),
    )
  })
}

const NAMED_IMPORT = /\bimport (?!type )\{([^}]*)\} from '(\.[^']+)'/g
