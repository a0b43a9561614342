import { expect } from '@playwright/test'
import { read } from './api.ts'
import { expectNoFaults } from './axe.ts'
import { pressToClose } from './hand.ts'
import { pressFor, test } from './journey.ts'
import { demoLogin, newSignedInPage, signIn } from './sign-in.ts'

const master = demoLogin('r10020')
const manager = demoLogin('r10010')
const admin = demoLogin('admin')

type Plan = { id: string; planCode: string; version: number }
type Choice = { id: string; name: string }

type Leg = { psId: string; personId: string }

/** Where the plans of the station master are, and who goes there. */
async function sampleLeg(): Promise<Leg & { depId: string }> {
  const { pageList } = await read<{ pageList: { id: string }[] }>(master, 'post', '/planManage/planList', {
    size: 1,
    state: 'effective',
  })
  const sample = await read<{ versions: { depId: string; legs: Leg[] }[] }>(
    master,
    'post',
    '/planManage/getPlanById',
    { id: pageList[0]!.id },
  )
  const [version] = sample.versions
  return { ...version!.legs[0]!, depId: version!.depId }
}

/** A draft of the station master over the first station that the master sees, or over one of its devices. */
async function addDraft(planName: string, cycleName = '每天', deviceIds: string[] = []): Promise<Plan> {
  const cycles = await read<Choice[]>(master, 'post', '/inspectionCycle/selectByParam', {})
  const { pageList: items } = await read<{ pageList: Choice[] }>(master, 'post', '/inspectionItem/page', {
    size: 3,
  })
  const { psId, personId, depId } = await sampleLeg()
  return read<Plan>(master, 'post', '/planManage/addPlan', {
    name: planName,
    depId,
    cycleId: cycles.find(({ name }) => name === cycleName)!.id,
    fromDay: '2026-01-01',
    holidays: 'keep',
    leadDays: 1,
    abnormal: 'press',
    legs: [{ psId, personId, hours: 2, deviceIds }],
    itemIds: items.map(({ id }) => id),
  })
}

/** A device of which nothing is known yet. */
async function addDevice(psId: string, name: string): Promise<{ id: string; code: string }> {
  const { pageList } = await read<{ pageList: { typeId: string }[] }>(admin, 'post', '/device/ledger/page', {
    psId: [psId],
    size: 1,
  })
  return read(admin, 'post', '/device/ledger/add', { psId, name, typeId: pageList[0]!.typeId })
}

/** The orders of a plan, which are made in the background. */
const ordersOf = async (planName: string) => {
  const { pageList } = await read<{ pageList: { id: string; planCode: string }[] }>(
    master,
    'post',
    '/ops/order/page',
    { keyword: planName, size: 5 },
  )
  return pageList
}

test('a plan goes from a draft over its audit to its order, and back from the order to the plan', async ({
  page,
  browser,
}) => {
  const planName = `夜间红外巡检${Date.now().toString(36)}`
  const draft = await addDraft(planName)
  await signIn(page, master)
  await page.goto(`/#/operation/plan?plan=${draft.id}`)
  await expect(page.getByRole('heading', { name: planName })).toBeVisible()
  await page.getByRole('button', { name: '提交审核' }).click()
  await expect(page.getByText('已提交审核').first()).toBeVisible()

  const theirs = await newSignedInPage(browser, manager)
  await theirs.goto(`/#/operation/plan?keyword=${draft.planCode}`)
  const row = theirs.getByRole('row').filter({ hasText: planName })
  await row.getByRole('checkbox').check()
  await theirs.getByRole('button', { name: '审核通过 1' }).click()
  await pressToClose(theirs.getByRole('dialog'), '通过')
  await expect(theirs.getByText('已通过 1 个计划').first()).toBeVisible()
  await expect(row.getByText('已生效')).toBeVisible()

  await expect
    .poll(async () => (await ordersOf(planName)).map(({ planCode }) => planCode))
    .toContain(draft.planCode)
  const [order] = await ordersOf(planName)
  await page.goto(`/#/taskCenter?order=${order!.id}`)
  await page.getByRole('link', { name: draft.planCode }).click()
  await expect(page.getByRole('heading', { name: planName })).toBeVisible()
})

test('a template of the trade fills the editor, and a plan is kept as one of the company', async ({
  page,
}) => {
  const planName = `模板旅程${Date.now().toString(36)}`
  const draft = await addDraft(planName)
  await signIn(page, master)
  await page.goto('/#/operation/plan')
  const drawer = page.getByRole('dialog', { name: '从模板建' })
  await pressFor(page.getByRole('button', { name: '从模板建' }), drawer)
  await expectNoFaults(page, 'light', 'templates of plans', drawer)
  await drawer.getByRole('link', { name: /逆变器与汇流箱月度巡检/ }).click()
  await expect(page.getByLabel('计划名称')).toHaveValue('逆变器与汇流箱月度巡检')
  await expect(page.getByText('由模板“逆变器与汇流箱月度巡检”填好，保存后才建立')).toBeVisible()
  await expect(page.getByLabel('提前生成')).toHaveValue('2')
  await expect(page.getByText('异响（听）')).toBeVisible()

  await page.goto(`/#/operation/plan?plan=${draft.id}`)
  await page.getByRole('button', { name: '计划的操作' }).click()
  await page.getByRole('menuitem', { name: '存为模板' }).click()
  await pressToClose(page.getByRole('dialog'), '存为模板')
  await page.goto('/#/operation/plan')
  await pressFor(page.getByRole('button', { name: '从模板建' }), drawer)
  await drawer.getByRole('button', { name: `删除模板 ${planName}` }).click()
  await pressToClose(page.getByRole('dialog', { name: `删除模板“${planName}”？` }), '删除')
  await expect(drawer.getByText(planName)).toHaveCount(0)
})

test('a cycle counts running hours and alarms, and its order is made once the alarms are there', async ({
  page,
}) => {
  const name = `运行或告警${Date.now().toString(36)}`
  await signIn(page, master)
  await page.goto('/#/operation/cycle')
  const drawer = page.getByRole('dialog')
  await pressFor(page.getByRole('button', { name: '新建周期' }), drawer)
  await drawer.getByLabel('周期名称').fill(name)
  await drawer.getByText('按条件', { exact: true }).click()
  await drawer.getByLabel('发电量，万 kWh').fill('')
  await drawer.getByLabel('距上次天数').fill('')
  await drawer.getByLabel('运行小时').fill('5000')
  await drawer.getByLabel('告警次数').fill('2')
  await drawer.getByLabel('最短间隔，天').fill('1')
  await pressToClose(drawer, '新建')
  await page.goto(`/#/operation/cycle?keyword=${encodeURIComponent(name)}`)
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row.getByText('运行 5,000 小时或告警 2 次')).toBeVisible()
  await expect(row.getByText('混合')).toBeVisible()

  const planName = `按条件巡检${name}`
  const { psId } = await sampleLeg()
  const device = await addDevice(psId, name)
  const draft = await addDraft(planName, name, [device.id])
  const { id } = draft
  const submitted = await read<Plan>(master, 'post', '/planManage/submitPlan', { id, version: draft.version })
  await read(manager, 'post', '/planManage/batchAudit', {
    plans: [{ id, version: submitted.version }],
    pass: true,
    auditOpinion: '',
  })
  await row.getByText(name).click()
  await expect(drawer.getByText('告警次数 0 / 2 次')).toBeVisible()
  await expect(drawer.getByText('运行小时 0 / 5,000 小时')).toBeVisible()
  await expect(drawer.getByText(/1 台设备，起算/)).toBeVisible()

  const report = (code: string) =>
    read(admin, 'post', '/alarm/v1/ingest', {
      events: [
        {
          psId,
          device: device.code,
          code,
          name: '绝缘阻抗低',
          level: 2,
          edge: 'raise',
          time: new Date().toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' }),
        },
      ],
    })
  await report('C2061')
  // The open window hears of it.
  await expect(drawer.getByText('告警次数 1 / 2 次')).toBeVisible()
  expect(await ordersOf(planName)).toEqual([])
  await report('C2063')
  await expect.poll(async () => (await ordersOf(planName)).length).toBe(1)
  await expect(drawer.getByText(/1 台设备，上次/)).toBeVisible()
  await expect(drawer.getByText('告警次数 0 / 2 次')).toBeVisible()
})
