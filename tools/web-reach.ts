import { posix } from 'node:path'
import { importsOf } from './layout-rules.ts'

type Read = (path: string) => string | null

/** Types leave nothing behind in the page. */
const TYPE_IMPORT = /^import type [^']*'[^']*'/gm

/** Every module of the web client that the page which people open loads, at once or later. */
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
 * Whether a test shows something that no screen uses yet: its file visits the gallery, or it names what is imported from
 * a module of the web client that is no part of the page which people open.
 */
export function isOfGalleryAlone(
  { path, source, text }: { path: string; source: string; text: string },
  reached: ReadonlySet<string>,
): boolean {
  if (path.startsWith('e2e/')) return importsOf({ path, text: source }).includes('e2e/gallery-host.ts')
  return [...source.matchAll(NAMED_IMPORT)].some(([, names, from]) => {
    const target = posix.join(posix.dirname(path), from!)
    if (!target.startsWith('web/src/') || reached.has(target) || /[.-]fixture\./.test(target)) return false
    return [...names!.matchAll(/(?:(\w+) as )?(\w+)/g)].some(([, , name]) =>
      new RegExp(`\\b${name}\\b`).test(text),
    )
  })
}

const NAMED_IMPORT = /\bimport (?!type )\{([^}]*)\} from '(\.[^']+)'/g
