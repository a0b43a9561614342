import type { RoleCode } from '../menu.ts'

/** A post somebody holds; posts without a user name of their own get the person's name in letters. */
export type Post = {
  role: RoleCode
  /** Org code. */
  department: string
  /** Given for the accounts that the console prints. */
  username?: string
  hasAllData?: boolean
  guestOf?: string
  frozen?: boolean
  /** Projects worked on outside the own department. */
  projects?: string[]
}

export type SiteType = 'C' | 'G' | 'H'

/** The first station of a project as domain.md §8 lists it; `later` are the phases or areas that followed. */
export type Site = {
  name: string
  province: string
  city: string
  capacityKwp: number
  siteType: SiteType
  gridDate: string
  latitude: number
  longitude: number
  tariff: number
  /** Org code of the centre that looks after it. */
  department: string
  later: string[]
}

/** All that distinguishes one demo tenant from another. */
export type Company = {
  name: string
  departments: (readonly [orgCode: string, name: string])[]
  sites: Site[]
  posts: Post[]
  /** First seven digits of the demo phones. */
  phones: string
  /** Prefix of work numbers and station keys. */
  prefix: string
  /** Projects whose contract ended: their stations are no longer looked after. */
  closedProjects: string[]
  orderCount: number
}
