/**
 * What an object holds under a name of its own; undefined for every other name, also for `constructor` and the like, which
 * every object inherits. The one way to look up a name that came from outside in a plain object.
 */
export const own = <V>(object: Readonly<Record<string, V>>, name: string): V | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined

/** Whether a name is one of an object's own. */
export const isOwn = <T extends object>(object: T, name: PropertyKey): name is keyof T =>
  Object.hasOwn(object, name)
