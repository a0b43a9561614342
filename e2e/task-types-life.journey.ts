import { expect, type Locator, type Page } from '@playwright/test'
import { read } from './api.ts'
import { assessRest, reviewInFull } from './appearance-sheet.ts'
import { idle, listen, test } from './journey.ts'
import { demoLogin, newSignedInPage } from './sign-in.ts'
import { photographSteps } from './step-photos.ts'

/** What a person sees of a type of orders, from the specification (2 §2, §9) and the trade (design, domain §2). */
type TypeOfOrder = {
  type: number
  name: string
  /** One of its steps. */
  step: string
  hasPrerequisites: boolean
  /** Whether it asks for hours of work, and shows them. */
  hasHours: boolean
  /** Whether its acceptance asks for a score. */
  isScored?: true
  /** A section of its own, and from when on it is there. */
  own?: { title: string; after: string; from: 'creation' | 'assignment' }
  /** What its work needs beside steps, photos and hours before it can be submitted. */
  more?: (worker: Page, id: string) => Promise<void>
  /** What its acceptance needs before it; the score follows from it. */
  review?: (master: Page, id: string) => Promise<void>
}

const device = { title: '设备信息', after: '基本信息', from: 'creation' } as const
const cleaning = { title: '清洗与效益', after: '执行信息', from: 'assignment' } as const

const types: readonly TypeOfOrder[] = [
  { type: 1, name: '清洗', step: '抽检清洗质量', hasPrerequisites: true, hasHours: true, own: cleaning },
  { type: 2, name: '除草', step: '草屑清运', hasPrerequisites: true, hasHours: true },
  { type: 3, name: '试验/检测', step: '出具试验报告', hasPrerequisites: true, hasHours: true },
  { type: 4, name: '系统维护', step: '校时', hasPrerequisites: true, hasHours: true },
  { type: 7, name: '故障', step: '恢复并网', hasPrerequisites: true, hasHours: true, own: device },
  { type: 8, name: '缺陷', step: '现场确认', hasPrerequisites: true, hasHours: true, own: device },
  { type: 9, name: '技改', step: '现场勘察', hasPrerequisites: true, hasHours: true, isScored: true },
  {
    type: 10,
    name: '应发电量',
    step: '计算应发与实发电量',
    hasPrerequisites: true,
    hasHours: false,
    isScored: true,
    own: { title: '发电信息', after: '基本信息', from: 'creation' },
  },
  { type: 11, name: '陪停', step: '报调度', hasPrerequisites: true, hasHours: true },
  { type: 12, name: '其他事项', step: '明确要求', hasPrerequisites: false, hasHours: true },
  {
    type: 13,
    name: '标准组串清洗',
    step: '核对标杆组串编号',
    hasPrerequisites: true,
    hasHours: true,
    own: cleaning,
  },
  { type: 14, name: '下网电费', step: '差异说明', hasPrerequisites: true, hasHours: false },
  { type: 15, name: '抢修', step: '隔离故障', hasPrerequisites: true, hasHours: true },
  { type: 16, name: '物资代采', step: '询价比价', hasPrerequisites: true, hasHours: false },
  {
    type: 18,
    name: '站容站貌',
    step: '整改前后对比',
    hasPrerequisites: true,
    hasHours: true,
    isScored: true,
    own: { title: '检查单', after: '执行信息', from: 'assignment' },
    more: assessRest,
    review: reviewInFull,
  },
]

/** The sections of its detail, in order; those about the work come with the assignment, what was done with the start. */
function sectionsOf(
  { type, hasPrerequisites, hasHours, own }: TypeOfOrder,
  at: 'creation' | 'assignment' | 'submission',
): string[] {
  const isAssigned = at !== 'creation'
  const isDone = at === 'submission'
  const shown = [
    '基本信息',
    ...(isAssigned && hasPrerequisites ? ['先决条件'] : []),
    ...(isDone ? ['执行信息'] : []),
    ...(isAssigned ? ['作业步骤'] : []),
    ...(isDone && hasHours ? ['工时信息'] : []),
    ...(type === 10 ? [] : ['停机与损失']),
    '相关工单',
    '评论',
  ]
  if (!own || (own.from === 'assignment' && !isAssigned)) return shown
  const after = shown.indexOf(own.after) >= 0 ? own.after : '先决条件'
  return shown.toSpliced(shown.indexOf(after) + 1, 0, own.title)
}

type Order = { id: string; version: number; psId: string }
type Detail = Order & { prerequisiteList: object[]; stepList: { name: string; needPhoto: boolean }[] }

const call = <T>(page: Page, path: string, input: object) => read<T>(page, 'post', path, { ...input })

/** The reform types have paths of their own (spec 2 §7). */
const pathOf = (type: number, action: 'assign' | 'check' | 'execute') =>
  `/ops/order/${type === 10 || type === 18 ? `${type}/` : ''}${action}`

/** Moves the window to an order by its address, without loading the page again. */
async function look(page: Page, id: string, name: string): Promise<Locator> {
  await page.goto(`/#/taskCenter?order=${id}`)
  const detail = page.getByRole('dialog').filter({ has: page.getByRole('heading', { level: 1, name }) })
  await expect(detail).toBeVisible()
  return detail
}

/** The titles of the sections, without their counts. */
const titlesOf = async (detail: Locator) =>
  (await detail.locator('section.sec > h2, section.sec > div > h2').allInnerTexts()).map(
    (text) => /^\p{Script=Han}+/u.exec(text)![0],
  )

async function expectSeen(detail: Locator, sections: string[], state: string, ...actions: string[]) {
  await expect.poll(() => titlesOf(detail)).toEqual(sections)
  await expect(detail.getByRole('heading', { level: 1 })).toContainText(state)
  for (const action of actions)
    await expect(detail.getByRole('button', { name: action, exact: true })).toBeEnabled()
}

async function submit(worker: Page, { type, hasHours, more }: TypeOfOrder, order: Order) {
  const { id } = order
  const { prerequisiteList, stepList } = await call<Detail>(worker, '/ops/order/detail', { id })
  await photographSteps(worker, id, stepList)
  await more?.(worker, id)
  return call<Order>(worker, pathOf(type, 'execute'), {
    id,
    version: order.version,
    submit: true,
    prerequisiteList: prerequisiteList.map((each) => ({ ...each, met: true })),
    stepList: stepList.map((each) => ({ ...each, done: true, doneAt: '2030-01-01 10:00:00', value: '9.1' })),
    workHoursList: hasHours
      ? [
          {
            executorName: '李沐阳',
            actualStartTime: '2030-01-01 09:00:00',
            actualEndTime: '2030-01-01 11:30:00',
            peopleNum: 2,
          },
        ]
      : [],
    executionNote: '已完成',
  })
}

test('an order of each type goes from creation to closed, and shows in each state what belongs to it', async ({
  browser,
}) => {
  test.slow()
  const [worker, master] = await Promise.all([
    newSignedInPage(browser, demoLogin('r10030')),
    newSignedInPage(browser, demoLogin('r10020')),
  ])
  // The photos are drawn by a page.
  await worker.goto('/')
  await master.goto('/#/taskCenter')
  await idle(master)
  await listen(master)
  const { pageList } = await call<{ pageList: Order[] }>(worker, '/ops/order/page', { size: 1 })
  const { id: liableUserId } = await read<{ id: string }>(worker, 'get', '/sys/user/getUserInfo')
  for (const each of types)
    await test.step(`${each.type} ${each.name}`, async () => {
      const { type, name, step, isScored, review } = each
      const description = `${name} ${Date.now().toString(36)}`
      const { id, version } = await call<Order>(worker, '/ops/order/insert', {
        psId: pageList[0]!.psId,
        taskType: type,
        taskDescription: description,
      })
      const detail = await look(master, id, description)
      await expectSeen(detail, sectionsOf(each, 'creation'), '待指派', '指派')
      await expect(detail.getByText(name, { exact: true }).first()).toBeVisible()

      const assigned = await call<Order>(master, pathOf(type, 'assign'), {
        id,
        version,
        liableUserId,
        planStartTime: '2030-01-01 08:00:00',
        planEndTime: '2030-01-02 18:00:00',
      })
      // The window reads again what it shows, without being told to.
      await expectSeen(detail, sectionsOf(each, 'assignment'), '处理中', '改派')
      await expect(detail.locator('#order-steps').getByText(step, { exact: true })).toBeVisible()

      const begun = await call<Order>(worker, '/ops/order/start', { id, version: assigned.version })
      const submitted = await submit(worker, each, begun)
      await expectSeen(detail, sectionsOf(each, 'submission'), '验收中', '验收通过', '退回')

      await review?.(master, id)
      const score = isScored && !review && { score: 95 }
      const suggestion = isScored && { suggestion: '补齐标识牌' }
      await call(master, pathOf(type, 'check'), {
        id,
        version: submitted.version,
        pass: true,
        ...score,
        ...suggestion,
      })
      await expectSeen(detail, sectionsOf(each, 'submission'), '已完成')
      if (isScored)
        await expect(detail.locator('#order-execution')).toContainText(review ? '100.0 分' : '95.0 分')
      const history = detail.getByRole('region', { name: '办理记录' })
      for (const event of ['新建工单', '指派', '开始作业', '提交验收', '验收通过'])
        await expect(history).toContainText(event)
    })
})
