import { expect } from '@playwright/test'
import { read } from './api.ts'
import { expectNoFaults } from './axe.ts'
import { pressToClose } from './hand.ts'
import { pressFor, test } from './journey.ts'
import { demoLogin, newSignedInPage, signIn } from './sign-in.ts'

const master = demoLogin('r10020')
const manager = demoLogin('r10010')

type Plan = { id: string; planCode: string; version: number }
type Page = { pageList: Plan[] }
type Choice = { id: string; name: string }

/** A draft of the station master over the first station that the master sees. */
async function addDraft(planName: string): Promise<Plan> {
  const cycles = await read<Choice[]>(master, 'post', '/inspectionCycle/selectByParam', {})
  const { pageList: items } = await read<{ pageList: Choice[] }>(master, 'post', '/inspectionItem/page', {
    size: 3,
  })
  const { pageList } = await read<{ pageList: { id: string }[] }>(master, 'post', '/planManage/planList', {
    size: 1,
    state: 'effective',
  })
  const sample = await read<{ versions: { depId: string; legs: { psId: string; personId: string }[] }[] }>(
    master,
    'post',
    '/planManage/getPlanById',
    { id: pageList[0]!.id },
  )
  const [version] = sample.versions
  const [leg] = version!.legs
  return read<Plan>(master, 'post', '/planManage/addPlan', {
    name: planName,
    depId: version!.depId,
    cycleId: cycles.find(({ name }) => name === '每天')!.id,
    fromDay: '2026-01-01',
    holidays: 'keep',
    leadDays: 1,
    abnormal: 'press',
    legs: [{ psId: leg!.psId, personId: leg!.personId, hours: 2 }],
    itemIds: items.map(({ id }) => id),
  })
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

  // The orders are made in the background.
  await expect
    .poll(async () => {
      const { pageList } = await read<Page & { pageList: { planCode: string }[] }>(
        master,
        'post',
        '/ops/order/page',
        {
          keyword: planName,
          size: 5,
        },
      )
      return pageList.map(({ planCode }) => planCode)
    })
    .toContain(draft.planCode)
  const { pageList } = await read<{ pageList: { id: string }[] }>(master, 'post', '/ops/order/page', {
    keyword: planName,
    size: 1,
  })
  await page.goto(`/#/taskCenter?order=${pageList[0]!.id}`)
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
