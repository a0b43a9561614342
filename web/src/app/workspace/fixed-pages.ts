import type { MenuEntry } from '@heliodesk/contract/session.ts'

/** Always reachable, even for users without visible menu entries. */
export const personalPage = fixed(
  '/isolarerp/employee/individual',
  '个人主页',
  'settings/PersonalPage',
  'user-round',
)

/** Pages that every user has, whether or not the menu contains them (spec 1 §2.1, §2.5). */
export const fixedPages: readonly MenuEntry[] = [
  fixed('/personal/downBigExcel', '我的下载', 'exports/DownloadsPage', 'download'),
  personalPage,
  fixed('/user/tickling/tickling', '问题反馈', 'inquiries/FeedbackPage', 'message-square-text'),
  // So far only work orders have a preview.
  fixed('/preview', '预览', 'work-orders/OrderPreviewPage', 'eye'),
]

function fixed(path: string, title: string, component: string, icon: string): MenuEntry {
  return {
    id: path,
    path,
    name: path.slice(1).replaceAll('/', '-'),
    component,
    redirect: null,
    hidden: true,
    alwaysShow: false,
    route: '1',
    meta: {
      title,
      icon,
      keepAlive: true,
      internalOrExternal: false,
      componentName: component.split('/').at(-1)!,
      url: null,
      target: null,
      permissionList: [],
    },
    children: [],
  }
}
