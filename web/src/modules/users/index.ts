import { paths } from '@heliodesk/contract/paths.ts'
import { Users } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

const { path } = paths.users

export const users: WebModule = {
  pages: {
    'users/UserListPage': () => import('./UserListPage.tsx').then((m) => ({ Page: m.UserListPage })),
  },
  icons: { users: Users },
  actions: [
    {
      title: '新建用户',
      icon: 'users',
      page: path,
      action: 'user:manage',
      target: paths.users.to({ act: 'add' }),
    },
  ],
  search: {
    kind: 'user',
    title: '人员',
    page: path,
    action: 'user:manage',
    leastLetters: 1,
    hint: '输入姓名、拼音、账号或手机',
    listOf: (keyword) => paths.users.to({ keyword }),
    find: async (words, signal) => (await import('./search.ts')).findUsers(words, signal),
  },
}
