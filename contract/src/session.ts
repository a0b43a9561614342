import { z } from 'zod'
import { callsOf } from './call.ts'
import { dataColumn } from './data-columns.ts'
import { captchaVO } from './captcha.ts'
import { dictionaryItem } from './dictionary-choices.ts'
import { id, named, nothing, text } from './fields.ts'
import { mobile, smsCode } from './password-rules.ts'
import { authenticatorApp, secondFactorCode } from './second-factor-code.ts'
import { signInMethod } from './sign-in-methods.ts'
import { ofAccount, ofStation } from './references.ts'

const { command, query } = callsOf()

const depart = z.object({ id: z.string(), orgCode: z.string(), departName: z.string() })

/** A person's default places (spec 1 §3); null for a place that the person can no longer see. */
const defaultPlaces = z.object({
  /** The top department of the person's scope: for hasAllData the company's top above their own, else their own. */
  topDepart: depart,
  /** Chosen by the person; the root of the car tree and the home page's first choice. */
  depart: depart.nullable(),
  /** Chosen by the person; preselected in new orders. */
  station: z.object(ofStation).nullable(),
})

/** The signed-in user as the client stores it (spec 1 §3). */
export const userInfo = z
  .object({
    id: z.string(),
    ...ofAccount,
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
    /** The codes of the positions, joined by commas. */
    post: z.string(),
    dataRoles: z.array(z.string()),
    /** Columns of which the person sees nothing, or masked values. */
    hiddenColumns: z.array(dataColumn),
    tenantId: z.string(),
    tenantName: z.string(),
    /** The company's time zone, such as `Asia/Shanghai`: all times on the wire are of it. */
    timeZone: z.string(),
    /** Stations in the user's data scope, for the foot of the sidebar. */
    stationCount: z.int(),
    /** '1' until the initial password is changed; no other call is allowed before. */
    firstTimeLogin: z.enum(['0', '1']),
    defaults: defaultPlaces,
  })
  .meta({ id: 'SignedInUser' })

export const loginResult = z.object({
  token: z.string(),
  userInfo,
  departs: z.array(depart),
  /** 1: there is one department, so that none has to be chosen. */
  multi_depart: z.literal(1),
  /** The lowest common ancestor of all `departs`; a person has one department, so it is that one. */
  lca: depart,
  lca4Dept: depart,
  dataRoles: z.array(z.string()),
  sysAllDictItems: z.record(z.string(), z.array(dictionaryItem)),
  firstTimeLogin: z.enum(['0', '1']),
  root: z.object({ orgCode: z.string() }),
})

/**
 * The data of a refused sign-in when the second factor is needed (`error_code` is `second_factor_due`), or when the
 * company requires one that the person has not set up (`second_factor_demanded`): then with the data for the
 * authenticator app.
 */
export const secondStepDue = z.object({
  ticket: z.string(),
  app: authenticatorApp.nullable(),
  /** Seconds until the ticket expires. */
  expiresIn: z.int(),
})

/** A menu entry; a page names its web component as `module/Page` (spec 1 §2.2, §3). */
const menuFields = z.object({
  id: z.string(),
  path: z.string(),
  name: z.string(),
  component: z.string(),
  redirect: z.string().nullable(),
  hidden: z.boolean(),
  alwaysShow: z.boolean(),
  /** '0' is not registered as a named route. */
  route: z.enum(['0', '1']),
  meta: z.object({
    title: z.string(),
    icon: z.string().nullable(),
    keepAlive: z.boolean(),
    internalOrExternal: z.boolean(),
    componentName: z.string().nullable(),
    url: z.string().nullable(),
    /** Where a plain link opens, such as `_blank`; null for a page of the product. */
    target: z.string().nullable(),
    permissionList: z.array(z.string()),
  }),
})

export type MenuEntry = z.output<typeof menuFields> & {
  /** Omitted for an entry without children: stock clients draw every entry that has the field as a submenu. */
  children?: MenuEntry[]
}

export const menuEntry: z.ZodType<MenuEntry> = z
  .lazy(() => menuFields.extend({ children: z.array(menuEntry).min(1).optional() }))
  .meta({ id: 'MenuEntry' })

/** The captcha's answer inside sign-in and SMS calls, in either form (protocols.md §1.10, §1.6). */
export const carriedCaptcha = {
  captchaType: z.union([z.literal(1), z.literal('1')]).optional(),
  captchaVO: captchaVO.optional(),
  /** For stock AJ-Captcha clients that called `/captcha/check`. */
  captchaVerification: z.string().max(4000).optional(),
  checkKey: z.union([z.string(), z.number()]).optional(),
}

export const sessionRow = z.object({
  sessionId: z.string(),
  /** Browser and operating system from the user agent, such as `Chrome 140 · Windows 10`. */
  device: z.string(),
  deviceId: z.string().nullable(),
  clientAddress: z.string().nullable(),
  method: signInMethod,
  signInTime: z.string(),
  lastUsedTime: z.string(),
  /** Seconds since the last use, by the server's clock; uses are recorded every five minutes. */
  idleSeconds: z.int(),
  /** The session of this call. */
  current: z.boolean(),
})

export const sessionId = named('登录设备', z.uuid('不是有效的登录设备编号'))

export const sessionCalls = {
  /** Password sign-in with the captcha's answer (spec 1 §7.2). The password may be sealed. */
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
  /** Sign-in with the code that `/sys/sms` sent with smsMode 0. */
  phoneLogin: command({
    title: '手机验证码登录',
    path: '/sys/phoneLogin',
    access: 'public',
    successCode: '200',
    input: z.object({ mobile, code: smsCode }),
    output: loginResult,
  }),
  /** The second step of a sign-in that returned `second_factor_due` and a ticket. */
  secondStep: command({
    title: '登录的两步验证',
    path: '/sys/secondFactor/signIn',
    access: 'public',
    input: z.object({
      ticket: named('登录凭据', z.string().regex(/^[\w-]{43}$/, '不是有效的登录凭据')),
      code: secondFactorCode,
    }),
    /** With recovery codes if this step turned the second factor on. */
    output: loginResult.extend({ recoveryCodes: z.array(z.string()).nullable() }),
  }),
  /** Ends the session of the token in the header; also succeeds if it has already ended. */
  logout: command({
    title: '退出登录',
    path: '/sys/logout',
    access: 'public',
    input: nothing,
    output: z.null(),
  }),
  /** The current data of the signed-in user, for a reloaded page. */
  me: query({
    kept: true,
    title: '当前用户',
    entities: ['user'],
    path: 'GET /sys/user/getUserInfo',
    access: 'signedIn',
    withFirstPassword: true,
    input: nothing,
    output: userInfo,
  }),
  /** Changes the fields sent; null clears one. The department or station must be active and in scope. */
  editDefaults: command({
    title: '修改本人的默认部门与电站',
    entities: ['user'],
    path: 'PUT /sys/user/editDefaults',
    access: 'signedIn',
    input: z.object({
      departId: named('默认部门', id.nullable().optional()),
      psId: named('默认电站', id.nullable().optional()),
    }),
    output: userInfo,
  }),
  /**
   * The department in which a stock client goes on after signing in, among several. A person has one department, so that
   * only that one can be chosen.
   */
  selectDepart: command({
    title: '选择登录部门',
    path: 'PUT /sys/selectDepart',
    access: 'signedIn',
    callersOwn: ['orgCode'],
    input: z.object({
      username: named('账号', text(64).optional()),
      orgCode: named('部门编码', text(200).optional()),
    }),
    output: z.object({ userInfo }),
  }),
  permissions: query({
    kept: true,
    title: '当前用户的菜单与权限',
    entities: ['user', 'role', 'setting'],
    path: 'GET /sys/permission/getUserPermissionByToken',
    access: 'signedIn',
    withFirstPassword: true,
    input: nothing,
    output: z.object({
      menu: z.array(menuEntry),
      auth: z.array(z.object({ action: z.string(), type: z.string(), describe: z.string() })),
      allAuth: z.array(
        z.object({ action: z.string(), status: z.string(), type: z.string(), describe: z.string() }),
      ),
      /** The codes of `auth`, for clients that check codes alone. */
      codeList: z.array(z.string()),
      sysSafeMode: z.literal(false),
    }),
  }),
  /** The caller's sessions, most recently used first. */
  sessions: query({
    title: '本人的登录设备',
    entities: ['session'],
    path: 'GET /sys/user/sessions',
    access: 'signedIn',
    sessionOnly: true,
    input: nothing,
    output: z.array(sessionRow),
  }),
  /** Ends one of the caller's own sessions. */
  endSession: command({
    title: '终止本人的一个登录',
    entities: ['session'],
    path: '/sys/user/endSession',
    access: 'signedIn',
    input: z.object({ sessionId }),
    output: z.null(),
  }),
  /** Ends all of the caller's sessions but this one; returns how many. */
  endOtherSessions: command({
    title: '终止本人的其他登录',
    entities: ['session'],
    path: '/sys/user/endOtherSessions',
    access: 'signedIn',
    input: nothing,
    output: z.int(),
  }),
}
