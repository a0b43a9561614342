import { expect, type Page } from '@playwright/test'
import { read } from './api.ts'
import { test } from './journey.ts'
import { pagesOf, plain } from './pdf.ts'
import { demoLogin, newSignedInPage } from './sign-in.ts'
import { photographSteps } from './step-photos.ts'

const mark = Date.now().toString(36)

type Order = { id: string; version: number; psId: string; workCode: string }
type Detail = Order & { prerequisiteList: object[]; stepList: { name: string }[] }

const call = <T>(page: Page, path: string, input: object) => read<T>(page, 'post', path, { ...input })

/** Every page says which of how many it is, as the paper does. */
const expectNumbered = (pages: string[]) =>
  pages.forEach((text, at) => expect(text).toContain(plain(`第 ${at + 1} 页，共 ${pages.length} 页`)))

/** A closed order about a defect that fills several pages. */
async function closeLongOrder(worker: Page, master: Page, admin: Page): Promise<Detail> {
  const { pageList } = await call<{ pageList: Order[] }>(worker, '/ops/order/page', { size: 1 })
  const { id, version } = await call<Order>(worker, '/ops/order/insert', {
    psId: pageList[0]!.psId,
    taskType: 8,
    taskDescription: `打印 ${mark} 3 号逆变器绝缘阻抗低`,
  })
  const { id: liableUserId } = await read<{ id: string }>(worker, 'get', '/sys/user/getUserInfo')
  const assigned = await call<Order>(master, '/ops/order/assign', {
    id,
    version,
    liableUserId,
    planStartTime: '2030-01-01 08:00:00',
    planEndTime: '2030-01-02 18:00:00',
  })
  const begun = await call<Order>(worker, '/ops/order/start', { id, version: assigned.version })
  for (let at = 1; at <= 8; at++)
    await call(worker, '/ops/order/outage/save', {
      orderId: id,
      objectName: `${at} 号汇流箱`,
      fromTime: `2026-01-0${at} 08:00:00`,
      untilTime: `2026-01-0${at} 12:00:00`,
      category: 'forced',
      party: 'maker',
      capacityKwp: 100,
    })
  const detail = await call<Detail>(worker, '/ops/order/detail', { id })
  const steps = detail.stepList.map(() => ({ needPhoto: true }))
  // The photos are drawn by a page.
  await worker.goto('/')
  await photographSteps(worker, id, steps)
  for (let more = 0; more < 4; more++) await photographSteps(worker, id, steps.slice(0, 1))
  const submitted = await call<Order>(worker, '/ops/order/execute', {
    id,
    version: begun.version,
    submit: true,
    prerequisiteList: detail.prerequisiteList.map((each) => ({ ...each, met: true })),
    stepList: detail.stepList.map((step, at) => ({
      ...step,
      done: true,
      doneAt: '2030-01-01 10:00:00',
      value: '550 kΩ',
      note: at % 2 === 0 ? '拆开 MC4 连接器，逐串测量绝缘电阻，发现第 7 串受潮，更换连接器后复测合格。' : '',
    })),
    workHoursList: Array.from({ length: 50 }, (_each, at) => ({
      executorName: `检修工 ${at + 1}`,
      actualStartTime: '2030-01-01 09:00:00',
      actualEndTime: '2030-01-01 11:30:00',
      peopleNum: 2,
      remark: at % 3 === 0 ? '夜间加班处理，次日复测' : '',
    })),
    executionNote: '连接器受潮导致绝缘阻抗低，已更换并复测。'.repeat(8),
  })
  await call(admin, '/ops/order/check', { id, version: submitted.version, pass: true })
  return detail
}

test('an order is printed with all that its detail says, page by page', async ({ browser }) => {
  test.slow()
  const [worker, master, admin] = await Promise.all([
    newSignedInPage(browser, demoLogin('r10030')),
    newSignedInPage(browser, demoLogin('r10020')),
    newSignedInPage(browser, demoLogin('admin')),
  ])
  const { id, workCode, stepList } = await closeLongOrder(worker, master, admin)

  await master.goto(`/#/taskCenter?order=${id}`)
  await master.reload()
  await master.getByRole('dialog').getByRole('button', { name: '打印', exact: true }).click()
  const paper = master.getByRole('article')
  await expect(paper.getByRole('heading', { level: 1, name: '缺陷工单' })).toBeVisible()
  await expect(master.getByRole('button', { name: '打印', exact: true })).toBeEnabled()
  expect(await paper.getByRole('img', { name: '现场.png' }).count()).toBe(stepList.length + 4)
  const pages = await pagesOf(await master.pdf({ preferCSSPageSize: true }))
  expect(pages.length).toBeGreaterThanOrEqual(4)
  expect(pages.length).toBeLessThanOrEqual(8)
  expectNumbered(pages)
  const whole = pages.join('')
  for (const text of [
    '示范光伏',
    workCode,
    `打印 ${mark} 3 号逆变器绝缘阻抗低`,
    '基本信息',
    '设备信息',
    '先决条件',
    '执行信息',
    '连接器受潮导致绝缘阻抗低',
    '作业步骤',
    '检修工 50',
    '合计 250.0 h',
    '8 号汇流箱',
    '办理记录',
    '验收通过',
    '工作负责人',
  ])
    expect(whole).toContain(plain(text))
  for (const { name } of stepList) expect(whole).toContain(plain(name))
  // The head of a table that goes on is on each of its pages.
  const heads = pages.filter((text) => text.includes('检修工')).map((text) => text.includes('实际开始'))
  expect(heads.length).toBeGreaterThan(1)
  expect(heads).not.toContain(false)
  expect(whole).not.toContain('不得作为归档依据')
  await master.getByRole('button', { name: '返回' }).click()
  await expect(master.getByRole('dialog').getByText(workCode).first()).toBeVisible()
})

test('an approved form with many rows is printed over several pages', async ({ browser }) => {
  const keeper = await newSignedInPage(browser, demoLogin('admin'))
  const letters = [1, 2, 3].map((at) => String.fromCharCode(65 + (mark.charCodeAt(mark.length - at) % 26)))
  const form = await call<{ id: string; version: number }>(keeper, '/order/oa/form/insert', {
    key: `long_${mark}`,
    name: `领料单 ${mark}`,
    prefix: letters.join(''),
    process: 'head',
  })
  const definition = {
    name: `领料单 ${mark}`,
    title: '{applicant}领料',
    fields: [
      { kind: 'longText', key: 'why', label: '用途', max: 1000 },
      {
        kind: 'table',
        key: 'parts',
        label: '物料',
        max: 100,
        columns: [
          { kind: 'text', key: 'name', label: '名称', max: 100 },
          { kind: 'number', key: 'many', label: '数量' },
        ],
      },
    ],
  }
  const saved = await call<{ version: number }>(keeper, '/order/oa/form/update', {
    id: form.id,
    version: form.version,
    definition,
  })
  await call(keeper, '/order/oa/form/publish', { id: form.id, version: saved.version, note: '' })
  const worker = await newSignedInPage(browser, demoLogin('r10030'))
  const asked = await call<{ id: string; processInstanceId: string }>(worker, '/order/oa/insert', {
    request: {
      kind: `long_${mark}`,
      form: {
        why: '更换绝缘阻抗低的连接器。'.repeat(30),
        parts: Array.from({ length: 60 }, (_each, at) => ({
          name: `MC4 连接器 第 ${at + 1} 批${at % 4 === 0 ? '，含密封圈、锁紧螺母和专用压接端子，按电站分箱' : ''}`,
          many: at + 1,
        })),
      },
    },
  })
  const head = await newSignedInPage(browser, demoLogin('r10020'))
  const { processInstanceId } = asked
  const { steps } = await call<{ steps: { taskId: number; isMine: boolean }[] }>(
    head,
    '/workflow/v1/instance/detail',
    { processInstanceId },
  )
  await call(head, '/workflow/v1/task/complete', {
    processInstanceId,
    taskId: steps.find(({ isMine }) => isMine)!.taskId,
    outcome: 'approve',
    opinion: '同意领料',
  })
  await worker.goto(`/#/personal/print?id=${asked.id}`)
  await worker.reload()
  await expect(worker.getByRole('table', { name: '审批意见' })).toContainText('同意领料')
  const pages = await pagesOf(await worker.pdf({ preferCSSPageSize: true }))
  expect(pages.length).toBeGreaterThanOrEqual(3)
  expectNumbered(pages)
  const rows = pages.filter((text) => text.includes(plain('MC4 连接器')))
  expect(rows.length).toBeGreaterThan(1)
  for (const text of rows) expect(text).toContain(plain('序号 名称 数量'))
  expect(pages.join('')).toContain('第60批')
})
