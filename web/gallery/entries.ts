import { groups, type GalleryEntry } from './entry.ts'

/** An entry with the name of its file, which is its address; a file that fails to load shows why. */
export type Found = GalleryEntry & { name: string }

const files = import.meta.glob<{ default: GalleryEntry }>('../src/**/*.gallery.tsx')

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1, -'.gallery.tsx'.length)

/** All entries, by group and title; one that fails to load is left out and reported. */
export async function loadEntries(): Promise<Found[]> {
  const loaded = await Promise.all(
    Object.entries(files).map(async ([path, load]) => {
      try {
        return { ...(await load()).default, name: nameOf(path) }
      } catch (error) {
        reportError(error)
        return null
      }
    }),
  )
  return loaded
    .filter((entry) => entry !== null)
    .toSorted(
      (one, other) =>
        groups.indexOf(one.group) - groups.indexOf(other.group) ||
        one.title.localeCompare(other.title, 'zh-CN'),
    )
}
