import { posix } from 'node:path'
import { importsOf } from './imports.ts'

type Read = (path: string) => string | null

/** Type imports are erased from the page. */
const TYPE_IMPORT = /^import type [^']*'[^']*'/gm

/** All modules of the web client that its entry page loads, at once or later. */
export function reachedModules(read: Read, entry = 'web/src/main.tsx'): ReadonlySet<string> {
  const reached = new Set<string>()
  const visit = (path: string): void => {
    const source = reached.has(path) ? null : read(path)
    if (source === null) return
    reached.add(path)
    for (const target of importsOf({ path, text: source.replaceAll(TYPE_IMPORT, '') })) visit(target)
  }
  visit(entry)
  return reached
}

/**
 * Whether a test covers something that no screen uses yet: its file visits the gallery, or it uses an import from a web
 * module that the entry page does not load.
 */
export function isOfGalleryAlone(
  { path, source, text }: { path: string; source: string; text: string },
  reached: ReadonlySet<string>,
): boolean {
  if (path.startsWith('e2e/')) return importsOf({ path, text: source }).includes('e2e/gallery.ts')
  return [...source.matchAll(NAMED_IMPORT)].some(([, names, from]) => {
    const target = posix.join(posix.dirname(path), from!)
    if (!target.startsWith('web/src/') || reached.has(target) || /[.-]fixture\./.test(target)) return false
    return [...names!.matchAll(/(?:(\w+) as )?(\w+)/g)].some(([, , name]) =>
      new RegExp(`\\b${name}\\b`).test(text),
    )
  })
}

const NAMED_IMPORT = /\bimport (?!type )\{([^}]*)\} from '(\.[^']+)'/g
