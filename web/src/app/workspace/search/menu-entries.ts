import type { MenuEntry } from '@heliodesk/contract/session.ts'
import { isFlag } from '../flags.ts'
import { addressOf, childrenOf, isFramed, isLink, type Routes } from '../menu.ts'
import { isNamed } from '../../../lib/pinyin.ts'

/** A searchable menu entry. */
export type Place = {
  title: string
  /** The ancestors, from the module down. */
  above: string
  icon: string | null
  /** A path in this product, or the address of another system, which opens in a new window. */
  target: string
}

const isContainer = ({ component, meta }: MenuEntry) =>
  meta.url === null && (component === '' || component.startsWith('layouts/'))

/**
 * The visible entries that are not containers, without flags, patterns and what belongs to solarCare. External and
 * framed entries link to the target that their title is mapped to (spec 1 §2.5).
 */
export function placesOf(routes: Routes): Place[] {
  const elsewhere = new Map<string, string>()
  const found: { entry: MenuEntry; above: string }[] = []
  const visit = (entry: MenuEntry, above: readonly string[]) => {
    if (entry.hidden) return
    const { title, url } = entry.meta
    if (isLink(entry)) elsewhere.set(title, url ?? entry.path)
    else if (isFramed(entry)) elsewhere.set(title, entry.path)
    if (!isContainer(entry) && isFindable(entry)) found.push({ entry, above: above.join(' / ') })
    for (const child of childrenOf(entry)) visit(child, [...above, title])
  }
  for (const entry of routes.menu) visit(entry, [])
  return found.map(({ entry, above }) => ({
    title: entry.meta.title,
    above,
    icon: entry.meta.icon,
    target: elsewhere.get(entry.meta.title) ?? addressOf(routes, entry),
  }))
}

const isFindable = (entry: MenuEntry) =>
  !isFlag(entry) && !entry.path.includes('solarCare') && !entry.path.includes(':')

/**
 * Entries whose title contains each of the words or is named so in pinyin, in any order; the best match
 * first.
 */
export function findPlaces<Titled extends { title: string }>(
  places: readonly Titled[],
  words: string,
): Titled[] {
  const wanted = words.toLowerCase().match(/\S+/g)
  if (wanted === null) return [...places]
  return places
    .map((place) => ({
      place,
      rank: Math.min(...wanted.map((word) => rankOf(place.title.toLowerCase(), word))),
    }))
    .filter(({ rank }) => rank > 0)
    .toSorted((one, other) => other.rank - one.rank)
    .map(({ place }) => place)
}

function rankOf(title: string, wanted: string): number {
  if (title.startsWith(wanted)) return 3
  if (title.includes(wanted)) return 2
  return isNamed(title, wanted) ? 1 : 0
}
