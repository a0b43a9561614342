/** A parameter of an address: a list repeats it, undefined leaves it out. */
type Value = string | number | readonly (string | number)[] | undefined

/** The address of a screen, with the names of the parameters that other places may pass to it. */
export type Screen<Name extends string = never> = {
  path: string
  /** The address with parameters, as the router takes it. */
  to: (query: Query<Name>) => string
  /** The same for a link: `#` and the address. */
  href: (query?: Query<Name>) => string
}

type Query<Name extends string> = { readonly [N in Name]?: Value }

/** The parameters of a screen. */
export type QueryOf<S extends Screen> = Parameters<S['to']>[0]

export function screen<Name extends string = never>(path: string): Screen<Name> {
  const to = (query: Query<Name>) => {
    const given = Object.entries<Value>(query).flatMap(([name, value]) =>
      [value ?? []].flat().map((each) => `${name}=${encodeURIComponent(each)}`),
    )
    return given.length > 0 ? `${path}?${given.join('&')}` : path
  }
  return { path, to, href: (query = {}) => `#${to(query)}` }
}
