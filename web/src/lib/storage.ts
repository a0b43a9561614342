const PREFIX = 'heliodesk__'

type Stored = { value: unknown; expiresAt: number | null }

/** Reads local storage under the product's prefix; an expired, invalid or missing entry is null. */
export function readStored<T>(name: string): T | null {
  try {
    const raw = localStorage.getItem(PREFIX + name)
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

export function writeStored(name: string, value: unknown, lifeMs: number | null = null): void {
  const stored: Stored = { value, expiresAt: lifeMs === null ? null : Date.now() + lifeMs }
  localStorage.setItem(PREFIX + name, JSON.stringify(stored))
}

/** Writes to session storage in the same format and under the same prefix. */
export function writeSessionStored(name: string, value: unknown): void {
  const stored: Stored = { value, expiresAt: null }
  sessionStorage.setItem(PREFIX + name, JSON.stringify(stored))
}

/** Removes the entries that it names from local storage. */
export function removeStored(isToGo: (name: string) => boolean): void {
  for (const name of Object.keys(localStorage))
    if (name.startsWith(PREFIX) && isToGo(name.slice(PREFIX.length))) localStorage.removeItem(name)
}

/** Removes all entries whose name starts with `beginning` from local storage; returns them by the rest of the name. */
export function takeStored<T>(beginning: string): Map<string, T> {
  const start = PREFIX + beginning
  const names = Object.keys(localStorage).filter((name) => name.startsWith(start))
  const taken = names.map(
    (name) => [name.slice(start.length), readStored<T>(name.slice(PREFIX.length))] as const,
  )
  for (const name of names) localStorage.removeItem(name)
  return new Map(taken.filter((entry): entry is readonly [string, T & {}] => entry[1] !== null))
}
