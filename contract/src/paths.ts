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

function screen<Name extends string = never>(path: string): Screen<Name> {
  const to = (query: Query<Name>) => {
    const given = Object.entries<Value>(query).flatMap(([name, value]) =>
      [value ?? []].flat().map((each) => `${name}=${encodeURIComponent(each)}`),
    )
    return given.length > 0 ? `${path}?${given.join('&')}` : path
  }
  return { path, to, href: (query = {}) => `#${to(query)}` }
}

/** Screens that a user may open if the menu contains them. */
const permitted = {
  dashboard: screen('/dashboard/analysis'),
  orders: screen<
    | 'createTime'
    | 'depCode'
    | 'flowEndTime'
    | 'keyword'
    | 'liableUserId'
    | 'order'
    | 'psId'
    | 'report'
    | 'sort'
    | 'taskType'
    | 'view'
  >('/taskCenter'),
  stations: screen<'maintenanceStatus' | 'psId' | 'psName' | 'station'>('/station/archive'),
  devices: screen<'device' | 'psId'>('/station/device'),
  users: screen<'depCode' | 'roleCode'>('/system/user'),
  roles: screen<'role'>('/system/role'),
  departments: screen('/system/department'),
  dictionaries: screen('/system/dict'),
  checkRules: screen('/system/checkRule'),
  templates: screen('/system/template'),
  dataImport: screen<'kind'>('/system/import'),
  signInLog: screen<'keyword'>('/system/signInLog'),
  systemSettings: screen('/systemConfiguration'),
  businessSettings: screen('/serviceConfiguration'),
  mail: screen('/editMail'),
  messages: screen('/system/tidings'),
  bigScreen: screen('/screen/page'),
  bigScreenJd: screen('/screen/jd'),
  orderHall: screen('/orderHall'),
  ownFlows: screen('/personal'),
  workPortal: screen('/workPortal'),
  taskView: screen('/operation/taskView'),
  processPanel: screen('/operation/processPanel'),
  production: screen('/product/yunyin'),
  downloads: screen('/personal/downBigExcel'),
  profile: screen('/isolarerp/employee/individual'),
}

/** The addresses of all screens (spec 1 §2): what links to one, and the menu, read them here. */
export const paths = {
  ...permitted,
  home: screen('/'),
  login: screen<'redirect'>('/user/login'),
  alteration: screen<'redirect'>('/user/alteration'),
  feedback: screen('/user/tickling/tickling'),
  preview: screen<'id'>('/preview'),
  notFound: screen('/404'),
}

/** Entries of the menu that are switches instead of screens (spec 1 §4). */
export const flagPaths = { assistant: '/AIGC', erp: '/isolarerp', solarCare: '/solarCare' } as const

/** The section of the pages for visitors without a session. */
export const VISITORS = '/user'

/** Sections of the product without a screen so far. */
const EMPTY_SECTIONS = [
  '/alarm',
  '/asset',
  '/budget',
  '/hse',
  '/payroll',
  '/performance',
  flagPaths.solarCare,
]

/**
 * Path prefixes of the product: a path below one that the menu does not contain is one that this user may not see (spec
 * 1 §2.1, §2.3). The answer does not reveal which pages exist.
 */
export const sections: readonly string[] = [
  ...new Set([
    ...Object.values(permitted).map(({ path }) => path.replace(/^(\/\w+).*$/, '$1')),
    ...EMPTY_SECTIONS,
  ]),
]
