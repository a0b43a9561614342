import './require-node.mjs'

import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'

import { importKind, importKinds, type ImportKind } from '@heliodesk/contract/data-import.ts'
import { DomainError } from '@heliodesk/server/kernel/context.ts'
import type { DryRun } from '@heliodesk/server/modules/data-import/index.ts'

const usage = `用法：npm run import -- <stations|events|generation|telemetry> <文件> --department <部门编码> [选项]

  stations             电站档案（CSV 或 XLSX）
  events               历史运维事件（CSV 或 XLSX）
  generation           发电量（CSV 或 XLSX）
  telemetry            测量值（CSV 或 XLSX）
  --department A01A03  新电站归属的部门
  --tenant 示范光伏    租户名称，默认为第一个租户
  --user admin         以该用户的身份和权限导入，默认为租户的管理员
  --update             外部编号已存在的电站按文件更新
  --dry-run            只检查，不导入`

class WrongUse extends Error {}

type Options = {
  kind: ImportKind
  path: string
  depCode: string
  tenant: string | null
  user: string | null
  updates: boolean
  onlyCheck: boolean
}

function readOptions(args: string[]): Options {
  const { values, positionals } = parse(args)
  const [kind, path, ...more] = positionals
  const known = importKind.safeParse(kind)
  if (!known.success) throw new WrongUse(kind ? `未知的导入类型“${kind}”` : '缺少导入类型')
  if (!path) throw new WrongUse('缺少文件')
  if (more.length > 0) throw new WrongUse(`多余的参数“${more.join(' ')}”`)
  if (!values.department) throw new WrongUse('缺少 --department')
  return {
    kind: known.data,
    path,
    depCode: values.department,
    tenant: values.tenant ?? null,
    user: values.user ?? null,
    updates: values.update ?? false,
    onlyCheck: values['dry-run'] ?? false,
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        department: { type: 'string' },
        tenant: { type: 'string' },
        user: { type: 'string' },
        update: { type: 'boolean' },
        'dry-run': { type: 'boolean' },
      },
    })
  } catch (error) {
    const option = error instanceof Error ? /'(-[^']*)'/.exec(error.message)?.[1] : undefined
    throw new WrongUse(`选项${option ? `“${option}”` : ''}有误`)
  }
}

async function read(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch {
    throw new DomainError('import.file', `无法读取文件 ${path}`)
  }
}

function showFindings({ rowCount, report }: DryRun) {
  for (const { row, level, field, message } of report.findings) {
    console.error(`第 ${row} 行 ${level === 'error' ? '错误' : '警告'}：${field}：${message}`)
  }
  const shown = report.findings.length
  const hidden = report.errorCount + report.warningCount - shown
  if (hidden > 0) console.error(`……另有 ${hidden} 条未列出`)
  console.error(
    `共 ${rowCount} 行：可导入 ${report.okCount} 行，已存在 ${report.knownCount} 行，不合格 ${report.badCount} 行` +
      `（错误 ${report.errorCount} 条，警告 ${report.warningCount} 条）`,
  )
}

/** Returns whether every row is valid. */
async function run({ kind, path, depCode, tenant, user, updates, onlyCheck }: Options): Promise<boolean> {
  const bytes = await read(path)
  // Only now: whoever mistypes a command is told so at once.
  const { readEnv } = await import('@heliodesk/server/env.ts')
  const { importFromFile } = await import('@heliodesk/server/modules/data-import/index.ts')
  const { openToolDatabase } = await import('@heliodesk/server/platform/database.ts')
  const database = await openToolDatabase(readEnv())
  let good = true
  try {
    const result = await importFromFile(database.pool, {
      file: { kind, name: basename(path), bytes, updates },
      depCode,
      tenant,
      user,
      now: new Date(),
      onlyCheck,
      onStart: (as) => console.error(`${importKinds[kind]} → ${as.tenant} / ${depCode}（用户 ${as.user}）`),
      onChecked(dryRun) {
        showFindings(dryRun)
        good = dryRun.report.badCount === 0
      },
      onProgress: async (done) => console.error(`已处理 ${done} 行`),
    })
    if (result) {
      const { stations, orders, skipped, updated, days } = result
      const more = `${updated ? `，更新电站 ${updated} 座` : ''}${days ? `，写入发电量 ${days} 天` : ''}`
      console.log(`新增电站 ${stations} 座，新增工单 ${orders} 张${more}，跳过已存在的 ${skipped} 行`)
    }
    return good
  } finally {
    await database.close()
  }
}

try {
  process.exitCode = (await run(readOptions(process.argv.slice(2)))) ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  if (error instanceof WrongUse) console.error(`\n${usage}`)
  process.exitCode = 1
}
