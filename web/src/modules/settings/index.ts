import { paths } from '@heliodesk/contract/paths.ts'
import { BriefcaseBusiness, Settings, SlidersHorizontal, UserRound } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

export const settings: WebModule = {
  pages: {
    'settings/SystemSettingsPage': () =>
      import('./SystemSettingsPage.tsx').then((m) => ({ Page: m.SystemSettingsPage })),
    'settings/BusinessSettingsPage': () =>
      import('./BusinessSettingsPage.tsx').then((m) => ({ Page: m.BusinessSettingsPage })),
    'settings/PersonalPage': () => import('./PersonalPage.tsx').then((m) => ({ Page: m.PersonalPage })),
  },
  openPages: [
    { path: paths.profile.path, title: '个人主页', component: 'settings/PersonalPage', icon: 'user-round' },
  ],
  actions: [
    {
      title: '系统配置',
      icon: 'settings',
      page: paths.systemSettings.path,
      target: paths.systemSettings.path,
    },
    {
      title: '业务配置',
      icon: 'sliders-horizontal',
      page: paths.businessSettings.path,
      target: paths.businessSettings.path,
    },
    { title: '个人主页', icon: 'user-round', page: paths.profile.path, target: paths.profile.path },
  ],
  icons: {
    settings: Settings,
    'sliders-horizontal': SlidersHorizontal,
    'briefcase-business': BriefcaseBusiness,
    'user-round': UserRound,
  },
}
