const PREFIX = 'heliodesk__'

type Stored = { value: unknown; expiresAt: number | null }

/** Reads local storage under the product's prefix; an expired, invalid or missing entry is null. */
export function readStored<T>(name: string, area: Storage = localStorage): T | null {
  try {
    const raw = area.getItem(PREFIX + name)
    if (raw === null) return null
    const { value, expiresAt } = JSON.parse(raw) as Stored
    return expiresAt !== null && expiresAt <= Date.now() ? null : (value as T)
  } catch {
    return null
  }
}

/** Reads an entry also after its end. */
export function readExpired<T>(name: string): T | null {
  try {
    return (JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null') as Stored | null)?.value as T | null
  } catch {
    return null
  }
}

export function writeStored(
  name: string,
  value: unknown,
  lifeMs: number | null = null,
  area: Storage = localStorage,
): void {
  const stored: Stored = { value, expiresAt: lifeMs === null ? null : Date.now() + lifeMs }
  area.setItem(PREFIX + name, JSON.stringify(stored))
}

/** Writes to session storage in the same format and under the same prefix. */
export const writeSessionStored = (name: string, value: unknown): void =>
  writeStored(name, value, null, sessionStorage)

/** The entries whose name starts with `beginning`. */
export const storedNames = (beginning: string, area: Storage = localStorage): string[] =>
  Object.keys(area)
    .filter((key) => key.startsWith(PREFIX + beginning))
    .map((key) => key.slice(PREFIX.length))

/** The name of an entry that the browser tells of. */
export const nameOfKey = (key: string): string => (key.startsWith(PREFIX) ? key.slice(PREFIX.length) : '')

/** Removes the entries that it names. */
export function removeStored(isToGo: (name: string) => boolean, area: Storage = localStorage): void {
  for (const name of storedNames('', area)) if (isToGo(name)) area.removeItem(PREFIX + name)
}

/** Empties local storage but for the entries that it names. */
export function clearStored(stays: (name: string) => boolean): void {
  for (const key of Object.keys(localStorage))
    if (!key.startsWith(PREFIX) || !stays(key.slice(PREFIX.length))) localStorage.removeItem(key)
}

/** Removes all entries whose name starts with `beginning` from local storage; returns them by the rest of the name. */
export function takeStored<T>(beginning: string): Map<string, T> {
  const names = storedNames(beginning)
  const taken = names.map((name) => [name.slice(beginning.length), readStored<T>(name)] as const)
  removeStored((name) => names.includes(name))
  return new Map(taken.filter((entry): entry is readonly [string, T & {}] => entry[1] !== null))
}
