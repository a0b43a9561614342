import { QueryClientProvider } from '@tanstack/react-query'
import { ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { z } from 'zod'
import type { Received } from '@heliodesk/contract/call.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { sessionCalls } from '@heliodesk/contract/session.ts'
import { Glimpse } from '../../kit/glimpse.tsx'
import { ErrorCard } from '../../kit/States.tsx'
import type { CallError } from '../../lib/call.ts'
import { endSession } from '../../lib/call-errors.ts'
import { after, FIRST_PAGE_MS } from '../../lib/after.ts'
import { pickersFollowCompany } from '../../lib/company-time.ts'
import { useWatchedExports } from '../../lib/exports.ts'
import { useOwnPassword } from '../../lib/own-password.ts'
import { keepsAnswers } from '../../lib/kept/read.ts'
import { adoptGrants, grantsOf, useCan } from '../../lib/permission.tsx'
import { useMissingRight } from '../../lib/missing-right.ts'
import { useExpiry } from '../../lib/notices.ts'
import { queryClient, takeOver, useCall } from '../../lib/queries.ts'
import { isMobile } from '../../lib/request-context.ts'
import { useSession, userChanged } from '../../lib/session.ts'
import { useTransfers } from '../../lib/transfers.ts'
import { guardUnload } from '../../lib/unsaved.ts'
import { antdIcons } from '../antd-icons.tsx'
import { antdTheme } from '../antd-theme.ts'
import { Fetched } from '../Fetched.tsx'
import { keepBuild } from './builds.ts'
import { flagsOf, keepFlags } from './flags.ts'
import { Frame } from './Frame.tsx'
import { FrameOutline } from './FrameOutline.tsx'
import { useSisterInstead } from './head/use-sister-instead.ts'
import { followLocation } from '../../lib/location.ts'
import { assembleRoutes, findPage, type Routes } from './menu.ts'
import { NoticePlace } from './NoticePlace.ts'
import { Onboarding } from './onboarding/Onboarding.tsx'
import { PageBoundary } from './PageBoundary.tsx'
import { prefetchAt } from './pages.tsx'
import { PreferenceSync } from './PreferenceSync.ts'
import { TableSettingSync } from './TableSettingSync.ts'
import { UnreadWatch } from './UnreadWatch.ts'
import { Watermark } from './Watermark.tsx'
import { lazily } from '../../kit/lazily.tsx'

dayjs.locale('zh-cn')
pickersFollowCompany()
// Compiled schemas need `new Function`, which the page's content security policy forbids.
z.config({ jitless: true })

/** The code of the page at the address, if it is known which page that is. */
const pageCode = prefetchAt(location.hash)
/** How long the frame waits for it, so that both are drawn at once. */
const PAGE_CODE_MS = 200

export { openOwn } from './open-own.ts'

type Permissions = Received<typeof sessionCalls.permissions>

/** The application after sign-in. `permissions` are on their way already. */
export function Workspace({ permissions }: { permissions?: Promise<Permissions> }) {
  useState(() => permissions && takeOver(sessionCalls.permissions, {}, withPage(permissions)))
  return (
    <ConfigProvider
      locale={zhCN}
      theme={antdTheme}
      {...antdIcons}
      button={{ autoInsertSpace: false }}
      wave={{ disabled: true }}
    >
      <QueryClientProvider client={queryClient}>
        <SignedIn />
        <NoticePlace />
        <PreferenceSync />
        <TableSettingSync />
        <UnreadWatch />
        <Expiry />
        <MissingRight />
        <Glimpse />
        <Watermark />
      </QueryClientProvider>
    </ConfigProvider>
  )
}

async function withPage(permissions: Promise<Permissions>): Promise<Permissions> {
  const known = await permissions
  await Promise.race([pageCode, after(PAGE_CODE_MS)])
  return known
}

const NONE = {}

const FirstSignIn = lazily(
  async () => (await import('./onboarding/FirstSignIn.tsx')).FirstSignIn,
  () => <FrameOutline />,
)

const ExpiredDialog = lazily(async () => (await import('./ExpiredDialog.tsx')).ExpiredDialog)

function Expiry() {
  const shown = useExpiry((state) => state.shown)
  return shown && <ExpiredDialog />
}

const RightRequest = lazily(async () => (await import('./RightRequest.tsx')).RightRequest)

function MissingRight() {
  const perm = useMissingRight((state) => state.perm)
  return perm !== null && <RightRequest key={perm} perm={perm} />
}

const fetchExports = async () => (await import('./ExportWatch.tsx')).ExportWatch

function Exports() {
  const watched = useWatchedExports(({ ids }) => ids.length > 0)
  return <Fetched load={fetchExports} props={watched ? NONE : null} />
}

const fetchChanges = async () => {
  // What others change meanwhile is not missed.
  await after(FIRST_PAGE_MS)
  void keepBuild().catch(() => undefined)
  return (await import('./Changes.ts')).Changes
}

const fetchField = async () => {
  await after(FIRST_PAGE_MS)
  return (await import('./FieldWatch.tsx')).FieldWatch
}

/** Only who does work in the field, on orders or by tickets, or reports from there, keeps it on a phone. */
function Field() {
  const executes = useCan('order:execute')
  const signs = useCan('ticket:sign')
  const reports = useCan('order:create')
  const works = executes || signs || reports
  return <Fetched load={fetchField} props={works && keepsAnswers() ? NONE : null} />
}

const fetchAhead = async () => {
  await after(FIRST_PAGE_MS)
  return (await import('./TakeAhead.ts')).TakeAhead
}

const fetchTray = async () => (await import('../../kit/transfer-tray/TransferTray.tsx')).TransferTray

function Transfers() {
  const wanted = useTransfers((state) => state.wanted)
  return <Fetched load={fetchTray} props={wanted ? {} : null} />
}

const fetchPassword = async () => (await import('./passwords/ChangePasswordDialog.tsx')).ChangePasswordDialog

function OwnPassword() {
  const wanted = useOwnPassword((state) => state.wanted)
  const onClose = () => useOwnPassword.setState({ wanted: false })
  return <Fetched load={fetchPassword} props={wanted ? { onClose } : null} />
}

const NO_PERMISSION = '没有权限，请联系管理员'

/** Loads the permissions and builds the routes; without any permission the session ends (spec 1 §2.3, §8). */
function SignedIn() {
  const { data, error, refetch } = useCall(sessionCalls.permissions, {})
  const access = useMemo(() => (data ? accessOf(data) : null), [data])
  const user = useSession((state) => state.user)
  const isFirst = user?.firstTimeLogin === '1'
  const isStranded = useSisterInstead(access?.routes === null && !isFirst ? access.flags : null)
  const refusal = isStranded ? NO_PERMISSION : refusalOf(access ? null : error)
  useFreshUser()
  useEffect(() => followLocation(), [])
  useEffect(() => guardUnload(), [])
  useLayoutEffect(() => {
    if (!data) return
    adoptGrants(data)
    keepFlags(flagsOf(data.menu))
  }, [data])
  useEffect(() => {
    if (refusal !== null) endSession(refusal)
  }, [refusal])

  if (isFirst)
    return (
      <PageBoundary>
        <FirstSignIn routes={access ? access.routes : error ? null : undefined} username={user.username} />
      </PageBoundary>
    )
  if (access?.routes)
    return (
      <>
        <Frame routes={access.routes} />
        <Exports />
        <Fetched load={fetchChanges} props={NONE} />
        <Field />
        <Fetched load={fetchAhead} props={keepsAnswers() ? NONE : null} />
        <Transfers />
        <OwnPassword />
        <Onboarding routes={access.routes} />
      </>
    )
  return (
    <FrameOutline>
      {error?.isOffline && <ErrorCard title="工作台没有打开" error={error} onRetry={() => void refetch()} />}
    </FrameOutline>
  )
}

/** The routes and grants from the permissions; no routes if no page is permitted. */
function accessOf(permissions: Permissions) {
  const grants = grantsOf(permissions)
  const { home, ...rest } = assembleRoutes(
    permissions.menu,
    new Set([...grants.buttons, ...grants.notInForce]),
  )
  return { flags: rest.flags, routes: home === null ? null : { ...rest, home: startOf(rest, home) } }
}

/** A phone starts with one's own orders. */
const startOf = (routes: Omit<Routes, 'home'>, home: string): string =>
  isMobile() && findPage({ ...routes, home }, paths.orders.path) ? paths.myOrders.path : home

/** The end of the session is handled for every call; a missing answer offers a retry. */
function refusalOf(error: CallError | null): string | null {
  if (error === null || error.status === 401 || error.isOffline) return null
  return error.message || NO_PERMISSION
}

/** Refreshes the user data from the server; the stored data is used until it answers. */
function useFreshUser(): void {
  const { data } = useCall(sessionCalls.me, {})
  useEffect(() => {
    if (data && useSession.getState().token !== null) userChanged(data)
  }, [data])
}
