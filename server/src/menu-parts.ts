import { flagPaths, paths } from '@heliodesk/contract/paths.ts'
import type { PermissionCode } from '@heliodesk/contract/permissions.ts'
import { sisterPaths, sisterSystems } from '@heliodesk/contract/shell.ts'

export type Page = {
  path: string
  name: string
  component: string
  icon: string
  codes: PermissionCode[]
  /** Not in the menu; reached from other pages. */
  hidden?: boolean
  /** Which companies have it: by default all but the platform's own, whose people are the operators. */
  of?: 'both' | 'operator'
  /** The product areas that the sign-in page lists because of this page. */
  areas?: string[]
}
/** A menu without pages is a flag (spec 1 §4): only holding its code matters. */
export type TopMenu = {
  path: string
  name: string
  component: string
  icon: string
  pages: Page[]
  codes?: PermissionCode[]
  of?: Page['of']
}

/** What only the platform's own company has. */
export const operatorMenu: TopMenu = {
  path: '/platform',
  name: '平台运营',
  component: 'layouts/Basic',
  icon: 'server-cog',
  of: 'operator',
  pages: [
    {
      path: paths.companies.path,
      name: '租户',
      component: 'companies/CompanyPage',
      icon: 'building',
      codes: ['tenant:manage'],
      of: 'operator',
    },
    {
      path: paths.systemHealth.path,
      name: '系统健康',
      component: 'health/HealthPage',
      icon: 'activity',
      codes: ['health:view'],
      of: 'operator',
    },
  ],
}

/** What is shown beside the menu: only holding its code matters. */
export const flagMenus: TopMenu[] = [
  {
    path: flagPaths.assistant,
    name: '智能助手',
    component: 'flags/Assistant',
    icon: 'bot',
    pages: [],
    codes: ['assistant:use'],
  },
  ...sisterPaths.map((path) => ({
    path,
    name: sisterSystems[path].title,
    component: `flags${path}`,
    icon: 'external-link',
    pages: [],
    codes: [sisterSystems[path].permission],
  })),
]
