import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import pg from 'pg'
import { readSheet } from 'read-excel-file/node'
import { findRunningCluster } from '../server/src/platform/embedded-postgres/launch.ts'
import { demoLogin, newPageAt, newSignedInPage } from './sign-in.ts'
import { pressFor, test } from './journey.ts'

const QUESTION = '文件仍在准备中，关闭后将不会自动下载，是否关闭？'

/** The row count below the visible list. */
const countOf = (page: Page) => page.getByText(/^共 [\d,]+ 条/).filter({ visible: true })

/** Opens the task centre with a filter and queues its export. */
async function exportFiltered(page: Page, format: 'XLSX' | 'CSV') {
  await page.goto('/#/taskCenter?view=1')
  await expect(countOf(page)).toBeVisible()
  const dialog = page.getByRole('dialog', { name: '导出工单' })
  await expect(dialog).toBeHidden()
  await pressFor(page.getByRole('button', { name: '导出', exact: true }), dialog)
  await dialog.getByRole('button', { name: format }).click()
  await dialog.getByRole('button', { name: '导出', exact: true }).click()
  await expect(page.getByText('已加入我的下载')).toBeVisible()
}

/** The codes of the visible orders, from the first to the last. */
async function codesInSight(page: Page): Promise<string[]> {
  const cells = page.locator('tbody').getByRole('link', { name: /^GD\d+$/ })
  await expect(cells.first()).toBeVisible()
  return cells.allTextContents()
}

test('the filtered list is exported, watched, downloaded and is what the screen shows', async ({
  browser,
}) => {
  // No other journey creates an order in this company while this one counts.
  const page = await newSignedInPage(browser, demoLogin('admin', '晴空新能'))
  await page.goto('/#/taskCenter?view=1')
  await expect(countOf(page)).toBeVisible()
  const codes = await codesInSight(page)
  const total = Number((await countOf(page).textContent())!.replaceAll(/\D/g, ''))

  await page.getByRole('button', { name: '导出', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '导出工单' })
  await expect(dialog).toContainText(`按当前筛选（待指派）导出 ${total.toLocaleString('en-US')} 单`)
  await dialog.getByRole('button', { name: '导出', exact: true }).click()
  await expect(page.getByText('已加入我的下载')).toBeVisible()

  // The notice appears on every page.
  const told = page.getByRole('status').filter({ hasText: '导出完成' })
  const download = page.waitForEvent('download')
  await told.getByRole('button', { name: '下载', exact: true }).click({ timeout: 30_000 })
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^工单_\d{14}\.xlsx$/)
  const [titles, ...rows] = await readSheet(await readFile(await file.path()))
  expect(titles!.slice(0, 3)).toEqual(['工单编号', '状态', '电站'])
  expect(rows).toHaveLength(total)
  expect(rows.slice(0, codes.length).map(([code]) => code)).toEqual(codes)
  expect(new Set(rows.map(([, state]) => state))).toEqual(new Set(['待指派']))

  await page.goto('/#/personal/downBigExcel')
  const row = page.locator('tbody').getByRole('row').first()
  await expect(row).toContainText('已完成')
  await expect(row).toContainText('待指派')
  await expect(row).toContainText('前可下载')
})

test('with the downloads open a finished file is saved by itself, and closing them asks', async ({
  browser,
}) => {
  const page = await newPageAt(browser, 'admin', '/personal/downBigExcel', '我的下载')
  // Others of the account export at the same time.
  const download = page.waitForEvent('download', (each) => each.suggestedFilename().endsWith('.csv'))
  await exportFiltered(page, 'CSV')
  const file = await download
  const [titles, ...rows] = parse(await readFile(await file.path()), { bom: true })
  expect(titles).toContain('运维班组')
  expect(rows.length).toBeGreaterThan(0)

  const question = page.getByRole('dialog', { name: QUESTION })
  await page.getByRole('button', { name: '关闭我的下载' }).click()
  await question.getByRole('button', { name: '取消' }).click()
  await expect(page.getByRole('button', { name: '关闭我的下载' })).toBeVisible()
  await page.getByRole('button', { name: '关闭我的下载' }).click()
  await question.getByRole('button', { name: '确定' }).click()
  await expect(page.getByRole('button', { name: '关闭我的下载' })).toHaveCount(0)
})

test('an export is cancelled, made again and deleted', async ({ browser }) => {
  const page = await newSignedInPage(browser, demoLogin('r10020'))
  await page.goto('/#/personal/downBigExcel')
  await expect(page.getByText('还没有导出文件')).toBeVisible()
  await page.getByRole('link', { name: '前往任务中心' }).click()
  // No export finishes during this, so that the running export can be seen.
  const release = await holdBack()
  await exportFiltered(page, 'CSV')
  await exportFiltered(page, 'XLSX')
  await page.getByRole('button', { name: '查看' }).click()
  // A notice stays while the pointer rests on it.
  await page.mouse.move(0, 0)
  await expect(page.getByRole('button', { name: '关闭提示' })).toHaveCount(0)
  const rows = page.locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(0)).toContainText('排队中')
  await expect(rows.nth(0)).toContainText('前面的导出完成后开始')
  await expect(rows.nth(1)).toContainText('生成中')
  await expect(rows.nth(1).getByRole('progressbar')).toBeVisible()
  const act = async (row: Locator, name: string) => {
    await row.getByRole('button', { name: '更多操作' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await act(rows.nth(1), '取消')
  await expect(rows.nth(1)).toContainText('已取消')
  await release()
  await expect(rows.nth(0)).toContainText('已完成')

  await act(rows.nth(1), '重新导出')
  await expect(rows.nth(1)).toContainText('已完成')
  await act(rows.nth(1), '删除')
  const question = page.getByRole('dialog', { name: '删除导出文件' })
  await expect(question).toContainText('不能恢复')
  await question.getByRole('button', { name: '删除', exact: true }).click()
  await expect(rows).toHaveCount(1)
})

/** The advisory lock that recordings of exports wait for. */
const HELD_EXPORTS = 716_253

/**
 * Blocks the recording of finished exports until the returned function is called. Other files are recorded meanwhile:
 * other journeys upload.
 */
async function holdBack(): Promise<() => Promise<void>> {
  const url = await findRunningCluster(process.env.HELIODESK_DATA_DIR!)
  const blocker = new pg.Client({ connectionString: url! })
  await blocker.connect()
  await blocker.query(`
    create function hold_exports() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock_shared(${HELD_EXPORTS}); return new; end $$;
    create trigger hold_exports before insert on stored_file
      for each row when (new.purpose = 'export') execute function hold_exports();
    select pg_advisory_lock(${HELD_EXPORTS})`)
  return async () => {
    await blocker.query(
      `select pg_advisory_unlock(${HELD_EXPORTS}); drop trigger hold_exports on stored_file; drop function hold_exports()`,
    )
    await blocker.end()
  }
}

test('who may not export is offered nothing', async ({ browser }) => {
  const page = await newSignedInPage(browser, demoLogin('r10030'))
  await page.goto('/#/taskCenter')
  await expect(countOf(page)).toBeVisible()
  await expect(page.getByRole('button', { name: '导出', exact: true })).toHaveCount(0)
})
