import type { Received } from '@heliodesk/contract/call.ts'
import { own } from '@heliodesk/contract/own.ts'
import type { Arrangement, tableSettingCalls } from '@heliodesk/contract/table-settings.ts'
import { create } from 'zustand'
import { useSession } from './session.ts'
import { readStored, takeStored, writeStored } from './storage.ts'

/** `version` 0 was never on the server; `unsent` is newer than what the server has. */
type Kept = { version: number; arrangement: Arrangement | null; unsent?: true }
type Known = Received<typeof tableSettingCalls.list>[number]

type TableSettings = {
  byCode: Record<string, Kept>
  /** This device has no copy and the server has not answered: tables wait, so that no column jumps. */
  awaited: boolean
}

const STORED = 'table-settings'

/** What older versions kept, and kept on this device alone. */
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

/** How the signed-in person arranged the columns of each table, here and on the server alike. */
export const useTableSettings = create<TableSettings>(() => ({ byCode: readKept() ?? {}, awaited: false }))

function keep(byCode: Record<string, Kept>): void {
  writeStored(STORED, byCode)
  useTableSettings.setState({ byCode, awaited: false })
}

// Another person's tables are another person's.
useSession.subscribe((now, before) => {
  if (now.user?.id !== before.user?.id) useTableSettings.setState({ byCode: readKept() ?? {} })
})

/** The server was asked for the first time. */
export const awaitTableSettings = (): void => {
  if (!isKnownHere()) useTableSettings.setState({ awaited: true })
}

/** The server cannot be reached: tables show as the product has them. */
export const giveUpTableSettings = (): void => useTableSettings.setState({ awaited: false })

/** Takes effect at once; whoever shows the workspace sends it on. */
export function arrangeTable(code: string, arrangement: Arrangement | null): void {
  const { byCode } = useTableSettings.getState()
  keep({ ...byCode, [code]: { version: own(byCode, code)?.version ?? 0, arrangement, unsent: true } })
}

/** What the server knows, under what was changed here since; what it has never heard of is sent. */
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

/** The server has it, but for what was changed again meanwhile. */
export function tableSettingSent(sent: Arrangement | null, { code, version, arrangement }: Known): void {
  const { byCode } = useTableSettings.getState()
  const now = own(byCode, code)
  const isSame = JSON.stringify(now?.arrangement ?? null) === JSON.stringify(sent)
  keep({ ...byCode, [code]: now && !isSame ? { ...now, version } : { version, arrangement } })
}

/** The server refuses it: it stays on this device, and does not hold up what waits behind it. */
export function tableSettingRefused(code: string): void {
  const { byCode } = useTableSettings.getState()
  const { unsent: _unsent, ...kept } = own(byCode, code)!
  keep({ ...byCode, [code]: kept })
}

/** The next change that the server does not have, as the call takes it; null when it has all. */
export function nextUnsent({ byCode }: Pick<TableSettings, 'byCode'>) {
  const [code, kept] = Object.entries(byCode).find(([, { unsent }]) => unsent) ?? []
  return code && kept ? { code, arrangement: kept.arrangement } : null
}
