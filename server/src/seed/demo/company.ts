import type { RoleCode } from '../../menu.ts'

/** A person's post; without a user name of its own it gets the person's name in letters. */
export type Post = {
  role: RoleCode
  /** Org code. */
  department: string
  /** Set for the accounts that the console prints. */
  username?: string
  hasAllData?: boolean
  guestOf?: string
  frozen?: boolean
  /** Projects outside the own department. */
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
  /** Org code of the responsible centre. */
  department: string
  later: string[]
}

/** Everything that differs between demo tenants. */
export type Company = {
  name: string
  departments: (readonly [orgCode: string, name: string])[]
  sites: Site[]
  posts: Post[]
  /** First seven digits of the demo phones. */
  phones: string
  /** Prefix of work numbers and station keys. */
  prefix: string
  /** Projects whose contract has ended: their stations are retired. */
  closedProjects: string[]
  orderCount: number
}
