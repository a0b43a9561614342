import type { Received } from '@heliodesk/contract/call.ts'
import { own } from '@heliodesk/contract/own.ts'
import type { Arrangement, tableSettingCalls } from '@heliodesk/contract/table-settings.ts'
import { create } from 'zustand'
import { useSession } from './session.ts'
import { readStored, takeStored, writeStored } from './storage.ts'

/** `version` 0 was never on the server; `unsent` marks a change that the server does not have yet. */
type Kept = { version: number; arrangement: Arrangement | null; unsent?: true }
type Known = Received<typeof tableSettingCalls.list>[number]

type TableSettings = {
  byCode: Record<string, Kept>
  /** There is no local copy and the server has not answered: tables wait, so that no column jumps. */
  awaited: boolean
}

const STORED = 'table-settings'

/** The format of older versions, which stored it only on this device. */
type Former = Pick<Arrangement, 'order' | 'hidden' | 'fixed'>

function readKept(): Record<string, Kept> | null {
  const former = takeStored<Former>('columns:')
  const kept = readStored<Record<string, Kept>>(STORED)
  if (former.size === 0) return kept
  const fromFormer = [...former].map(([code, settings]): [string, Kept] => [
    code,
    { version: 0, arrangement: { ...settings, widths: {} } },
  ])
  const all = { ...Object.fromEntries(fromFormer), ...kept }
  writeStored(STORED, all)
  return all
}

const isKnownHere = () => readStored(STORED) !== null

/** The column settings of the signed-in person, by table; kept on this device and on the server. */
export const useTableSettings = create<TableSettings>(() => ({ byCode: readKept() ?? {}, awaited: false }))

function keep(byCode: Record<string, Kept>): void {
  writeStored(STORED, byCode)
  useTableSettings.setState({ byCode, awaited: false })
}

// Drop the settings when another person signs in.
useSession.subscribe((now, before) => {
  if (now.user?.id !== before.user?.id) useTableSettings.setState({ byCode: readKept() ?? {} })
})

/** Marks that the server was asked for the first time. */
export const awaitTableSettings = (): void => {
  if (!isKnownHere()) useTableSettings.setState({ awaited: true })
}

/** The server cannot be reached: tables show their default columns. */
export const giveUpTableSettings = (): void => useTableSettings.setState({ awaited: false })

/** Applies at once; the workspace sends it to the server. */
export function arrangeTable(code: string, arrangement: Arrangement | null): void {
  const { byCode } = useTableSettings.getState()
  keep({ ...byCode, [code]: { version: own(byCode, code)?.version ?? 0, arrangement, unsent: true } })
}

/** Takes over the server's settings, below local changes made since; settings unknown to the server are sent. */
export function adoptTableSettings(known: readonly Known[]): void {
  const mine = Object.entries(useTableSettings.getState().byCode)
  const isNews = ({ code, version }: Known) => {
    const here = own(useTableSettings.getState().byCode, code)
    return !here?.unsent && version >= (here?.version ?? 0)
  }
  const left = mine
    .filter(
      ([code, { unsent, version }]) => unsent || version === 0 || known.some((each) => each.code === code),
    )
    .map(([code, kept]): [string, Kept] => [code, kept.version === 0 ? { ...kept, unsent: true } : kept])
  const news = known.filter(isNews).map(({ code, version, arrangement }) => [code, { version, arrangement }])
  keep({ ...Object.fromEntries(left), ...Object.fromEntries(news) } as Record<string, Kept>)
}

/** The server has stored it; a change made meanwhile stays unsent. */
export function tableSettingSent(sent: Arrangement | null, { code, version, arrangement }: Known): void {
  const { byCode } = useTableSettings.getState()
  const now = own(byCode, code)
  const isSame = JSON.stringify(now?.arrangement ?? null) === JSON.stringify(sent)
  keep({ ...byCode, [code]: now && !isSame ? { ...now, version } : { version, arrangement } })
}

/** The server rejected it: it stays on this device only and does not block later changes. */
export function tableSettingRefused(code: string): void {
  const { byCode } = useTableSettings.getState()
  const { unsent: _unsent, ...kept } = own(byCode, code)!
  keep({ ...byCode, [code]: kept })
}

/** The next unsent change as the call takes it; null without one. */
export function nextUnsent({ byCode }: Pick<TableSettings, 'byCode'>) {
  const [code, kept] = Object.entries(byCode).find(([, { unsent }]) => unsent) ?? []
  return code && kept ? { code, arrangement: kept.arrangement } : null
}
