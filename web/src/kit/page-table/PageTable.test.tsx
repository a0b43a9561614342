import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Ban, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CallError } from '../../lib/call.ts'
import { useNotices } from '../../lib/notices.ts'
import { Still } from '../still.fixture.tsx'
import { BatchBar } from './BatchBar.tsx'
import type { Column } from './columns.ts'
import { PageTable } from './PageTable.tsx'
import type { PageSource } from './page-source.ts'
import type { PageTableProps } from './table-props.ts'
import type { Paging } from './paging.ts'
import { useChoice } from './use-choice.ts'

type Row = { id: string; code: string; person: string | null; loss: number }

const columns: Column<Row>[] = [
  { key: 'code', title: '编号', width: 120, cell: ({ code }) => code },
  { key: 'person', title: '负责人', width: 90, cell: ({ person }) => person },
  {
    key: 'loss',
    title: '损失',
    width: 90,
    align: 'right',
    sortable: true,
    cell: ({ loss }) => loss.toFixed(1),
  },
]
const row = (at: number): Row => ({
  id: String(at),
  code: `GD${at}`,
  person: at === 2 ? null : '李',
  loss: at,
})
const source = (more: Partial<PageSource<Row>> = {}): PageSource<Row> => ({
  rows: [row(1), row(2), row(3)],
  total: 1284,
  fetching: false,
  error: null,
  updatedAt: 1,
  refresh: vi.fn(),
  ...more,
})

type Given = Partial<PageTableProps<Row>>

function List({ onPaging, ...more }: Given) {
  const [paging, setPaging] = useState<Paging>({ curPage: 1, size: 10, sort: { field: '', kind: '' } })
  return (
    <PageTable<Row>
      code="test"
      name="工单"
      columns={columns}
      rowKey={({ id }) => id}
      source={source()}
      paging={paging}
      onPaging={(change) => {
        onPaging?.(change)
        setPaging((before) => ({ ...before, ...change }))
      }}
      filtered={null}
      empty={{ title: '还没有工单' }}
      {...more}
    />
  )
}

const show = (more: Given = {}) => render(<List {...more} />, { wrapper: Still })

beforeEach(() => {
  vi.stubGlobal('innerWidth', 1440)
  localStorage.clear()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('states', () => {
  test('shows rows, -- for what is empty, and the total', () => {
    show()
    expect(screen.getByText('共 1,284 条')).toBeTruthy()
    const second = screen.getByText('GD2').closest('tr')!
    expect(within(second).getByText('--')).toBeTruthy()
  })

  test('nothing at all, and nothing that matches, are told apart', async () => {
    show({ source: source({ rows: [], total: 0 }) })
    expect(screen.getByText('还没有工单')).toBeTruthy()
    cleanup()

    const onClear = vi.fn()
    show({ source: source({ rows: [], total: 0 }), filtered: { text: '状态 待指派', onClear } })
    expect(screen.getByText('没有符合条件的工单')).toBeTruthy()
    expect(screen.getByText('状态 待指派')).toBeTruthy()
    await userEvent.setup().click(screen.getByRole('button', { name: '清除筛选' }))
    expect(onClear).toHaveBeenCalledOnce()
  })

  test('a failure says what, why and its request number, and can be tried again', async () => {
    const refresh = vi.fn()
    const error = new CallError('网络超时', 504, '', '9F3A-21C7')
    show({ source: source({ rows: undefined, total: null, error, refresh }) })
    const card = screen.getByRole('alert')
    expect(card.textContent).toContain('工单没有取到网络超时请求号 9F3A-21C')
    expect(card.querySelector('[title="9F3A-21C7"]')).not.toBeNull()
    await userEvent.setup().click(screen.getByRole('button', { name: '重试' }))
    expect(refresh).toHaveBeenCalledOnce()
  })

  test('older rows stay when reading again fails', () => {
    show({ source: source({ error: new CallError('网络超时', 504, '', null) }) })
    expect(screen.getByRole('alert').textContent).toContain('工单没有更新：网络超时')
    expect(screen.getByText('GD1')).toBeTruthy()
  })

  test('a skeleton comes after 150 ms', () => {
    vi.useFakeTimers()
    const waiting = source({ rows: undefined, total: null, fetching: true })
    const { rerender } = render(<List source={waiting} />)
    vi.advanceTimersByTime(149)
    rerender(<List source={waiting} />)
    expect(screen.queryByLabelText('正在加载')).toBeNull()
    vi.advanceTimersByTime(1)
    vi.useRealTimers()
    return screen.findByLabelText('正在加载')
  })
})

describe('order and pages', () => {
  test('a sort header emits the field with desc, asc and nothing, in turn', async () => {
    const onPaging = vi.fn()
    const user = userEvent.setup()
    show({ onPaging })
    const head = screen.getByRole('button', { name: '损失' })
    await user.click(head)
    expect(head.closest('th')?.getAttribute('aria-sort')).toBe('descending')
    await user.click(head)
    await user.click(head)
    expect(onPaging.mock.calls.map(([change]) => change)).toEqual([
      { sort: { field: 'loss', kind: 'desc' } },
      { sort: { field: 'loss', kind: 'asc' } },
      { sort: { field: 'loss', kind: '' } },
    ])
  })

  test('pages turn, jump and stop at the ends', async () => {
    const onPaging = vi.fn()
    const user = userEvent.setup()
    show({ onPaging })
    await user.click(screen.getByRole('button', { name: '上一页' }))
    expect(onPaging).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: '下一页' }))
    await user.type(screen.getByLabelText('跳至第几页，共 129 页'), '9999{Enter}')
    expect(onPaging.mock.calls.map(([change]) => change)).toEqual([{ curPage: 2 }, { curPage: 129 }])
  })

  test('a page past the last one moves to the last', () => {
    const onPaging = vi.fn()
    show({
      onPaging,
      paging: { curPage: 9, size: 10, sort: { field: '', kind: '' } },
      source: source({ rows: [], total: 42 }),
    })
    expect(onPaging).toHaveBeenCalledExactlyOnceWith({ curPage: 5 })
  })
})

describe('rows that can be chosen', () => {
  function Choosing({ most, ...more }: Given & { most?: number }) {
    const { choice, bar } = useChoice<Row>({ nameOf: ({ code }) => code, unit: '台', most })
    return <List {...more} choice={{ ...choice, bar: <BatchBar {...bar}>批量</BatchBar> }} />
  }
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
  const bar = () => screen.queryByRole('toolbar', { name: '批量操作' })
  const chosen = () =>
    [...document.querySelectorAll<HTMLElement>('.chosen')].map(({ dataset }) => dataset.rowKey)
  const open = (more: Given & { most?: number } = {}) => {
    render(<Choosing {...more} />, { wrapper: Still })
    return userEvent.setup()
  }

  test('are tinted, counted in the bar, and released by its button, which gives the focus to the rows', async () => {
    const onOpen = vi.fn()
    const user = open({ onOpen })
    expect(bar()).toBeNull()
    await user.click(box('选择 GD2'))
    expect(box('选择 GD2').checked).toBe(true)
    expect(chosen()).toEqual(['2'])
    expect(bar()!.textContent).toContain('已选 1 台')
    expect(onOpen).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: '取消选择' }))
    expect(chosen()).toEqual([])
    expect(bar()).toBeNull()
    expect(document.activeElement?.className).toContain('grid-row')
  })

  test('are all chosen by the box in the head, which is half on while only some are', async () => {
    const user = open()
    const all = box('选择本页')
    expect([all.checked, all.indeterminate]).toEqual([false, false])
    await user.click(all)
    expect(chosen()).toEqual(['1', '2', '3'])
    expect([all.checked, all.indeterminate]).toEqual([true, false])
    await user.click(box('选择 GD1'))
    expect([all.checked, all.indeterminate]).toEqual([false, true])
    await user.click(all)
    expect(chosen()).toEqual([])
    await user.click(all)
    await user.click(all)
    expect(chosen()).toEqual([])
  })

  test('are chosen by the space bar and released by Esc', async () => {
    const user = open()
    document.querySelector<HTMLElement>('[data-row-key="1"]')!.focus()
    await user.keyboard(' {ArrowDown} ')
    expect(chosen()).toEqual(['1', '2'])
    await user.keyboard(' ')
    expect(chosen()).toEqual(['1'])
    await user.keyboard('{Escape}')
    expect(chosen()).toEqual([])
    expect((document.activeElement as HTMLElement).dataset.rowKey).toBe('2')
  })

  test('stay chosen on other pages, as many as are allowed', async () => {
    function Pages() {
      const [second, setSecond] = useState(false)
      return (
        <>
          <button type="button" onClick={() => setSecond(!second)}>
            换页
          </button>
          <Choosing most={4} source={second ? source({ rows: [row(4), row(5)] }) : source()} />
        </>
      )
    }
    const user = userEvent.setup()
    render(<Pages />, { wrapper: Still })
    await user.click(box('选择本页'))
    await user.click(screen.getByRole('button', { name: '换页' }))
    expect(bar()!.textContent).toContain('已选 3 台')
    expect([box('选择本页').checked, box('选择本页').indeterminate]).toEqual([false, false])
    await user.click(box('选择本页'))
    expect(bar()!.textContent).toContain('已选 4 台')
    expect(chosen()).toEqual(['4'])
    expect(useNotices.getState().notices.map(({ text }) => text)).toEqual(['一次最多选择 4 台'])
    await user.click(screen.getByRole('button', { name: '换页' }))
    expect(chosen()).toEqual(['1', '2', '3'])
  })
})

describe('rows', () => {
  test('one row is in the tab order; arrows move, Enter opens, a click opens', async () => {
    const onOpen = vi.fn()
    const user = userEvent.setup()
    show({ onOpen })
    const rows = ['1', '2', '3'].map((id) => document.querySelector<HTMLElement>(`[data-row-key="${id}"]`)!)
    expect(rows.map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1])
    rows[0]!.focus()
    await user.keyboard('{ArrowDown}')
    await vi.waitFor(() => expect(document.activeElement).toBe(rows[1]))
    await user.keyboard('{Enter}')
    expect(onOpen).toHaveBeenLastCalledWith(row(2))
    await user.click(screen.getByText('GD3'))
    expect(onOpen).toHaveBeenLastCalledWith(row(3))
  })

  test('actions: the first allowed one as an icon, all in the menu, refused ones with the reason', async () => {
    const assign = vi.fn()
    const onOpen = vi.fn()
    const user = userEvent.setup()
    show({
      onOpen,
      source: source({ rows: [row(1)] }),
      rowActions: () => [
        { key: 'assign', title: '指派', icon: UserPlus, refusal: null, run: assign },
        {
          key: 'terminate',
          title: '作废',
          icon: Ban,
          refusal: '工单已完成，不能作废',
          danger: true,
          run: vi.fn(),
        },
      ],
    })
    await user.click(screen.getByRole('button', { name: '指派' }))
    expect(assign).toHaveBeenCalledOnce()
    await user.click(screen.getByRole('button', { name: '更多操作' }))
    const refused = await screen.findByRole('menuitem', { name: /作废/ })
    expect(refused.getAttribute('aria-disabled')).toBe('true')
    expect(refused.textContent).toContain('工单已完成，不能作废')
    await user.click(screen.getByRole('menuitem', { name: '指派' }))
    expect(assign).toHaveBeenCalledTimes(2)
    expect(onOpen).not.toHaveBeenCalled()
  })

  test('an action with a question asks it, marks its row, and the question outlives the row', async () => {
    const remove = vi.fn()
    const user = userEvent.setup()
    const asking: Given = {
      rowActions: ({ code }) => [
        {
          key: 'remove',
          title: '删除',
          icon: Ban,
          danger: true,
          confirm: ({ open, onClose }) => (
            <dialog open={open} aria-label={`删除 ${code}？`}>
              <button
                type="button"
                onClick={() => {
                  remove(code)
                  onClose()
                }}
              >
                确定
              </button>
            </dialog>
          ),
        },
      ],
    }
    const { rerender } = show(asking)
    const second = () => document.querySelector<HTMLElement>('[data-row-key="2"]')
    await user.click(within(second()!).getByRole('button', { name: '更多操作' }))
    await user.click(await screen.findByRole('menuitem', { name: '删除' }))
    expect(screen.getByRole('dialog', { name: '删除 GD2？' })).toBeTruthy()
    expect(second()!.className).toContain('current')
    rerender(<List {...asking} source={source({ rows: [row(1), row(3)] })} />)
    expect(second()).toBeNull()
    await user.click(screen.getByRole('button', { name: '确定' }))
    expect(remove).toHaveBeenCalledExactlyOnceWith('GD2')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('a card gets the same actions, wired to their questions', async () => {
    vi.stubGlobal('innerWidth', 390)
    const user = userEvent.setup()
    show({
      source: source({ rows: [row(1)] }),
      rowActions: ({ code }) => [
        {
          key: 'remove',
          title: '删除',
          icon: Ban,
          confirm: ({ open }) => <dialog open={open} aria-label={`删除 ${code}？`} />,
        },
      ],
      renderCard: ({ code }, actions) => (
        <button type="button" onClick={actions[0]!.run}>
          {code} {actions[0]!.title}
        </button>
      ),
    })
    await user.click(screen.getByRole('button', { name: 'GD1 删除' }))
    expect(screen.getByRole('dialog', { name: '删除 GD1？' })).toBeTruthy()
  })

  test('are cards on a phone', () => {
    vi.stubGlobal('innerWidth', 390)
    show({ renderCard: ({ code }) => <article>{code} 卡片</article> })
    expect(screen.getAllByRole('article').map(({ textContent }) => textContent)).toEqual([
      'GD1 卡片',
      'GD2 卡片',
      'GD3 卡片',
    ])
    expect(screen.queryByRole('table')).toBeNull()
  })
})
