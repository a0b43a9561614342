import { buffer } from 'node:stream/consumers'
import type { Output } from '@heliodesk/contract/call.ts'
import type { shellCalls } from '@heliodesk/contract/shell.ts'
import { DomainError, type Ctx } from '../../kernel/context.ts'
import { readSettings } from '../../kernel/settings.ts'
import { contentOf } from '../files/index.ts'

const NONE = new DomainError('instruction.none', '暂无使用手册')

/** The whole manual, as spec 1 §7.3 requires; uploads of its kind are limited to 20 MB. */
export async function readInstruction(ctx: Ctx): Promise<Output<(typeof shellCalls)['instruction']>> {
  const { manual } = (await readSettings(ctx.db)).business.values
  const file = manual === null ? null : await contentOf(ctx, manual)
  if (!file) throw NONE
  const bytes = await buffer(await file.open())
  return { fileName: file.name, fileBase64Code: bytes.toString('base64') }
}
