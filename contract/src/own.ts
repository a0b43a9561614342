/**
 * An object's own property; undefined for every other name, including `constructor` and other inherited ones. Use it
 * for every lookup in a plain object by a name from outside.
 */
export const own = <V>(object: Readonly<Record<string, V>>, name: string): V | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined

/** Whether an object has an own property of this name. */
export const isOwn = <T extends object>(object: T, name: PropertyKey): name is keyof T =>
  Object.hasOwn(object, name)
