import { z } from 'zod'
import { command, query } from './call.ts'
import { captchaVO } from './captcha.ts'
import { dictionaryItem } from './dictionary-choices.ts'
import { id, named, nothing } from './fields.ts'
import { mobile, smsCode } from './password-rules.ts'
import { authenticatorApp, secondFactorCode } from './second-factor.ts'
import { signInMethod } from './sign-in-methods.ts'

const depart = z.object({ id: z.string(), orgCode: z.string(), departName: z.string() })

/** Where a person works unless they say otherwise (spec 1 §3); what they do not see any more is null. */
const defaultPlaces = z.object({
  /** Where their departments begin: for hasAllData the top of the company above their own, else their own. */
  topDepart: depart,
  /** Chosen by the person; the car tree begins at it, the home page opens with it. */
  depart: depart.nullable(),
  /** Chosen by the person; new orders begin with it. */
  station: z.object({ psId: z.string(), psName: z.string() }).nullable(),
})

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
    /** '1' until the first password is changed; nothing else may be done before. */
    firstTimeLogin: z.enum(['0', '1']),
    defaults: defaultPlaces,
  })
  .meta({ id: 'SignedInUser' })

export const loginResult = z.object({
  token: z.string(),
  userInfo,
  departs: z.array(depart),
  /** The lowest department that all of `departs` stand under; people have one, so it is that one. */
  lca: depart,
  lca4Dept: depart,
  dataRoles: z.array(z.string()),
  sysAllDictItems: z.record(z.string(), z.array(dictionaryItem)),
  firstTimeLogin: z.enum(['0', '1']),
  root: z.object({ orgCode: z.string() }),
})

/**
 * What a sign-in is refused with while the second factor is due (`error_code` is `second_factor_due`), or while the company
 * demands one that the person has not (`second_factor_demanded`): then with what the authenticator app needs.
 */
export const secondStepDue = z.object({
  ticket: z.string(),
  app: authenticatorApp.nullable(),
  /** Seconds until the ticket is worth nothing. */
  expiresIn: z.int(),
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
    /** Where a plain link opens, such as `_blank`; null is a page of the product. */
    target: string | null
    permissionList: string[]
  }
  /** Left out of an entry with nothing below it: stock clients draw whatever has the field as a submenu. */
  children?: MenuEntry[]
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
        target: z.string().nullable(),
        permissionList: z.array(z.string()),
      }),
      children: z.array(menuEntry).min(1).optional(),
    }),
  )
  .meta({ id: 'MenuEntry' })

/** The captcha's answer as it travels inside sign-in and SMS calls, in either form (protocols.md §1.10, §1.6). */
export const carriedCaptcha = {
  captchaType: z.union([z.literal(1), z.literal('1')]).optional(),
  captchaVO: captchaVO.optional(),
  /** For stock AJ-Captcha clients that went through `/captcha/check`. */
  captchaVerification: z.string().max(4000).optional(),
  checkKey: z.union([z.string(), z.number()]).optional(),
}

export const sessionRow = z.object({
  sessionId: z.string(),
  /** Browser and system by the user agent, such as `Chrome 140 · Windows 10`. */
  device: z.string(),
  deviceId: z.string().nullable(),
  clientAddress: z.string().nullable(),
  method: signInMethod,
  signInTime: z.string(),
  lastUsedTime: z.string(),
  /** Since then, by the server's clock; uses are noted every five minutes. */
  idleSeconds: z.int(),
  /** The session of this very call. */
  current: z.boolean(),
})

export const sessionId = named('登录设备', z.uuid('不是有效的登录设备编号'))

export const sessionCalls = {
  /** Password sign-in; the captcha's answer travels inside (spec 1 §7.2). A password may come sealed. */
  login: command({
    title: '账号密码登录',
    path: '/sys/login',
    access: 'public',
    successCode: '200',
    input: z.object({
      username: named('账号', z.string().trim().min(1, '请输入账号').max(64)),
      password: named('密码', z.string().min(1, '请输入密码').max(128)),
      ...carriedCaptcha,
    }),
    output: loginResult,
  }),
  /** Sign-in by the code that `/sys/sms` sent with smsMode 0. */
  phoneLogin: command({
    title: '手机验证码登录',
    path: '/sys/phoneLogin',
    access: 'public',
    successCode: '200',
    input: z.object({ mobile, code: smsCode }),
    output: loginResult,
  }),
  /** The second step of a sign-in that was answered with `second_factor_due` and a ticket. */
  secondStep: command({
    title: '登录的两步验证',
    path: '/sys/secondFactor/signIn',
    access: 'public',
    input: z.object({
      ticket: named('登录凭据', z.string().regex(/^[\w-]{43}$/, '不是有效的登录凭据')),
      code: secondFactorCode,
    }),
    /** With the recovery codes where this step turned the second factor on. */
    output: loginResult.extend({ recoveryCodes: z.array(z.string()).nullable() }),
  }),
  /** Ends the session of the token in the header; succeeds as well when that has ended already. */
  logout: command({
    title: '退出登录',
    path: '/sys/logout',
    access: 'public',
    input: nothing,
    output: z.null(),
  }),
  /** The signed-in user afresh, for a page that was reloaded. */
  me: query({
    title: '当前用户',
    path: '/sys/user/getUserInfo',
    method: 'GET',
    access: 'signedIn',
    withFirstPassword: true,
    input: nothing,
    output: userInfo,
  }),
  /** What is given changes, null is none. Only a department or station in force and in scope. */
  editDefaults: command({
    title: '修改本人的默认部门与电站',
    path: '/sys/user/editDefaults',
    method: 'PUT',
    access: 'signedIn',
    input: z.object({
      departId: named('默认部门', id.nullable().optional()),
      psId: named('默认电站', id.nullable().optional()),
    }),
    output: userInfo,
  }),
  permissions: query({
    title: '当前用户的菜单与权限',
    path: '/sys/permission/getUserPermissionByToken',
    method: 'GET',
    access: 'signedIn',
    withFirstPassword: true,
    input: nothing,
    output: z.object({
      menu: z.array(menuEntry),
      auth: z.array(z.object({ action: z.string(), type: z.string(), describe: z.string() })),
      allAuth: z.array(
        z.object({ action: z.string(), status: z.string(), type: z.string(), describe: z.string() }),
      ),
    }),
  }),
  /** Where the caller is signed in, the latest use first. */
  sessions: query({
    title: '本人的登录设备',
    path: '/sys/user/sessions',
    method: 'GET',
    access: 'signedIn',
    input: nothing,
    output: z.array(sessionRow),
  }),
  /** Ends one of the caller's own sessions. */
  endSession: command({
    title: '终止本人的一个登录',
    path: '/sys/user/endSession',
    access: 'signedIn',
    input: z.object({ sessionId }),
    output: z.null(),
  }),
  /** Ends all of the caller's sessions but this one; answers how many. */
  endOtherSessions: command({
    title: '终止本人的其他登录',
    path: '/sys/user/endOtherSessions',
    access: 'signedIn',
    input: nothing,
    output: z.int(),
  }),
}
