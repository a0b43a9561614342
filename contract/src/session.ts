import { z } from 'zod'
import { command, query } from './call.ts'
import { captchaVO } from './captcha.ts'
import { dictionaryItem } from './dictionaries.ts'
import { named, nothing } from './fields.ts'

/** The signed-in user as the client keeps it (spec 1 §3). */
export const userInfo = z
  .object({
    id: z.string(),
    username: z.string(),
    realname: z.string(),
    avatar: z.string().nullable(),
    phone: z.string().nullable(),
    userType: z.string(),
    companyId: z.string().nullable(),
    roles: z.array(z.object({ roleCode: z.string(), roleName: z.string() })),
    depId: z.string().nullable(),
    departName: z.string().nullable(),
    orgCode: z.string(),
    workNo: z.string().nullable(),
    needHandover: z.string(),
    /** '1' sees every station of the tenant. */
    hasAllData: z.enum(['0', '1']),
    dataRoles: z.array(z.string()),
    tenantId: z.string(),
    tenantName: z.string(),
    /** Stations inside the user's data scope, for the side bar's foot. */
    stationCount: z.int(),
  })
  .meta({ id: 'SignedInUser' })

const loginResult = z.object({
  token: z.string(),
  userInfo,
  departs: z.array(z.object({ id: z.string(), orgCode: z.string(), departName: z.string() })),
  dataRoles: z.array(z.string()),
  sysAllDictItems: z.record(z.string(), z.array(dictionaryItem)),
  firstTimeLogin: z.enum(['0', '1']),
  root: z.object({ orgCode: z.string() }),
})

/** A menu entry; pages name their web component as `module/Page` (spec 1 §2.2, §3). */
export type MenuEntry = {
  id: string
  path: string
  name: string
  component: string
  redirect: string | null
  hidden: boolean
  alwaysShow: boolean
  /** '0' is not registered as a named route. */
  route: '0' | '1'
  meta: {
    title: string
    icon: string | null
    keepAlive: boolean
    internalOrExternal: boolean
    componentName: string | null
    url: string | null
    permissionList: string[]
  }
  children: MenuEntry[]
}

const menuEntry: z.ZodType<MenuEntry> = z
  .lazy(() =>
    z.object({
      id: z.string(),
      path: z.string(),
      name: z.string(),
      component: z.string(),
      redirect: z.string().nullable(),
      hidden: z.boolean(),
      alwaysShow: z.boolean(),
      route: z.enum(['0', '1']),
      meta: z.object({
        title: z.string(),
        icon: z.string().nullable(),
        keepAlive: z.boolean(),
        internalOrExternal: z.boolean(),
        componentName: z.string().nullable(),
        url: z.string().nullable(),
        permissionList: z.array(z.string()),
      }),
      children: z.array(menuEntry),
    }),
  )
  .meta({ id: 'MenuEntry' })

export const sessionCalls = {
  /** Password sign-in; the captcha's answer travels inside (spec 1 §7.2). */
  login: command({
    title: '账号密码登录',
    path: '/sys/login',
    access: 'public',
    input: z.object({
      username: named('账号', z.string().trim().min(1, '请输入账号').max(64)),
      password: named('密码', z.string().min(1, '请输入密码').max(128)),
      captchaType: z.union([z.literal(1), z.literal('1')]).optional(),
      captchaVO: captchaVO.optional(),
      /** For stock AJ-Captcha clients that went through `/captcha/check`. */
      captchaVerification: z.string().max(4000).optional(),
      checkKey: z.union([z.string(), z.number()]).optional(),
    }),
    output: loginResult,
  }),
  logout: command({
    title: '退出登录',
    path: '/sys/logout',
    access: 'signedIn',
    input: nothing,
    output: z.null(),
  }),
  /** The signed-in user afresh, for a page that was reloaded. */
  me: query({
    title: '当前用户',
    path: '/sys/user/getUserInfo',
    method: 'GET',
    access: 'signedIn',
    input: nothing,
    output: userInfo,
  }),
  permissions: query({
    title: '当前用户的菜单与权限',
    path: '/sys/permission/getUserPermissionByToken',
    method: 'GET',
    access: 'signedIn',
    input: nothing,
    output: z.object({
      menu: z.array(menuEntry),
      auth: z.array(z.object({ action: z.string(), type: z.string(), describe: z.string() })),
      allAuth: z.array(
        z.object({ action: z.string(), status: z.string(), type: z.string(), describe: z.string() }),
      ),
    }),
  }),
}
