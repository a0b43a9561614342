import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { candidate } from './candidate.fixture.ts'
import { Candidates, distanceOf, knownOf, type Candidate } from './Candidates.tsx'

const people = [candidate('1', '李沐阳'), candidate('2', '吴承泽'), candidate('3', '朱海宁')]

test.each<[Partial<Candidate>, string[]]>([
  [{}, ['距离未知', '']],
  [{ km: 12.3 }, ['12.3 km', '从班组电站算']],
  [{ km: 2.1, isAtWork: true, workplace: '红柳沟一期' }, ['2.1 km', '今天在红柳沟一期']],
  [{ km: 2.1, isAtWork: true }, ['2.1 km', '今天在别处作业']],
  [{ isAtWork: true, workplace: '无坐标电站' }, ['距离未知', '今天在无坐标电站']],
])('%j is said as %j', (facts, said) => {
  expect(distanceOf(candidate('1', '李沐阳', facts))).toEqual(said)
})

test.each<[Partial<Candidate>, string[]]>([
  [{}, ['没有办过本站工单', '']],
  [{ atStation: 4 }, ['办过本站 4 单', '']],
  [{ atStation: 4, onModel: 2 }, ['办过本站同型号 2 次', '']],
  [{ atStation: 4, onModel: 2, onDevice: 1 }, ['办过这台 1 次', '']],
  [{ onDevice: 2, lastOnDevice: '2026-11-20 08:00:00' }, ['办过这台 2 次', '最近 2026-11-20']],
])('what is known of the device by %j is said as %j', (facts, said) => {
  expect(knownOf(candidate('1', '李沐阳', facts))).toEqual(said)
})

const control = {
  id: 'liable',
  status: undefined,
  'aria-required': true,
  'aria-invalid': undefined,
  'aria-describedby': undefined,
  pending: false,
}
const names = () =>
  screen.getAllByRole('radio').map((radio) => radio.closest('label')!.querySelector('b')!.textContent)

test('the first are shown, and whoever is chosen; all on request, and those who are looked for', async () => {
  const onChange = vi.fn()
  render(<Candidates {...control} people={people} nobody="" first={1} value="3" onChange={onChange} />)
  expect(names()).toEqual(['李沐阳', '朱海宁'])
  await userEvent.type(screen.getByRole('searchbox', { name: '查找人员' }), '承泽')
  expect(names()).toEqual(['吴承泽'])
  await userEvent.click(screen.getByRole('radio'))
  expect(onChange).toHaveBeenCalledWith('2')
  await userEvent.clear(screen.getByRole('searchbox'))
  await userEvent.click(screen.getByRole('button', { name: '全部 3 人' }))
  expect(names()).toEqual(['李沐阳', '吴承泽', '朱海宁'])
  await userEvent.type(screen.getByRole('searchbox'), '没有这人')
  expect(screen.getByText('没有找到“没有这人”')).toBeTruthy()
})

test('where there is nobody, it says why', () => {
  render(
    <Candidates
      {...control}
      people={[]}
      nobody="没有可指派的人员"
      first={5}
      value={undefined}
      onChange={vi.fn()}
    />,
  )
  expect(screen.getByText('没有可指派的人员')).toBeTruthy()
})
