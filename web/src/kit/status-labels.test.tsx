import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { StatusLabel } from './Status.tsx'
import { showsDealButton, statusGroup } from './status-labels.ts'

afterEach(cleanup)

test.each([
  ['未提交', 'noSubmit'],
  ['未分解', 'noSubmit'],
  ['待分解', 'noSubmit'],
  ['未开始', 'waitBegin'],
  ['已退回', 'waitBegin'],
  ['进行中', 'processing'],
  ['处理中', 'processing'],
  ['维护中', 'processing'],
  ['已启用', 'processing'],
  ['待指派', 'undo'],
  ['待审核', 'undo'],
  ['审核中', 'undo'],
  ['未下发', 'undo'],
  ['退回待分解', 'undo'],
  ['验收中', 'check'],
  ['已完成', 'finish'],
  ['已提交', 'finish'],
  ['已生效', 'finish'],
  ['已分解', 'finish'],
  ['已归档', 'finish'],
  ['已终止', 'stop'],
  ['已结束', 'stop'],
  ['已退场', 'stop'],
  ['已停用', 'stop'],
])('the label %s is displayed in group %s', (label, group) => {
  expect(statusGroup(label)).toBe(group)
  const { container } = render(<StatusLabel label={label} />)
  expect(container.querySelector(`[data-group=${group}]`)?.textContent).toBe(label)
  expect(container.querySelector('svg.glyph')).not.toBeNull()
})

test('a label of no group is shown plainly', () => {
  const { container } = render(<StatusLabel label="试运行" />)
  expect(container.textContent).toBe('试运行')
  expect(container.querySelector('svg')).toBeNull()
})

test.each([
  ['1', false],
  ['3', false],
  ['4', false],
  [4, false],
  ['0', true],
  ['2', true],
  ['5', true],
  ['14', true],
  ['', true],
])('the deal-button helper for status %j: %s', (status, shown) => expect(showsDealButton(status)).toBe(shown))
