import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { Still } from '../../kit/still.fixture.tsx'
import { giveHeight } from './org-server.fixture.ts'
import type { OrgMode } from './org-source.ts'
import { OrgTreeSelect } from './OrgTreeSelect.tsx'
import type { OrgScope, OrgSelection } from './selection.ts'

const STATIONS: OrgMode = { kind: 'station' }

type PickerProps = {
  start?: Partial<OrgScope>
  mode?: OrgMode
  single?: boolean
  disabled?: boolean
  label?: string
  seen?: (selection: OrgSelection) => void
}

const NONE: Partial<OrgScope> = {}

/** A station picker, empty by default. */
export function Picker({ start = NONE, mode = STATIONS, seen, ...rest }: PickerProps) {
  const [value, setValue] = useState<Partial<OrgScope>>(start)
  return (
    <MemoryRouter>
      <Still>
        <OrgTreeSelect
          {...rest}
          mode={mode}
          value={value}
          onChange={(selection) => {
            seen?.(selection)
            setValue(selection)
          }}
        />
      </Still>
    </MemoryRouter>
  )
}

/** Sets up each test with a wide window in which rows have a height. */
export function isolatePickers(): void {
  // The panel is loaded lazily; preload it, because on a busy machine loading takes longer than a test waits.
  beforeAll(() => import('./OrgTreeRoom.tsx'))
  beforeEach(() => {
    giveHeight()
    vi.stubGlobal('innerWidth', 1440)
  })
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
}

export const field = () => screen.getByRole('combobox', { name: '电站' })
export const open = async () => {
  fireEvent.click(field())
  await screen.findByRole('treeitem', { name: /示范光伏/ })
}
export const row = (name: string | RegExp) => screen.findByRole('treeitem', { name: new RegExp(name) })
export const expand = async (name: string) => {
  const item = await row(name)
  fireEvent.click(item.querySelector('.tw')!)
  await waitFor(() => expect(item.getAttribute('aria-expanded')).toBe('true'))
}
export const confirm = () => fireEvent.click(screen.getByRole('button', { name: '确定' }))
