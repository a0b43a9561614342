import { paths } from '@heliodesk/contract/paths.ts'
import type { TopMenu } from './menu.ts'

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
