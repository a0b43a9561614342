import type { Received } from '@heliodesk/contract/call.ts'
import {
  blockedNames,
  DEFAULT_MAX_FILES,
  kindByName,
  titlesOfKinds,
  uploadKinds,
  uploadRules,
  type UploadPurpose,
  type UploadRule,
} from '@heliodesk/contract/files.ts'
import { own } from '@heliodesk/contract/own.ts'
import { shellCalls } from '@heliodesk/contract/shell.ts'
import { queryClient } from './queries.ts'

const MB = 1024 * 1024

/** What the company allows besides (业务配置 → 附件); null before the frame has it. */
const companyLimits = () =>
  queryClient.getQueryData<Received<typeof shellCalls.shell>>([shellCalls.shell.path, {}])?.upload ?? null

/** The rule that the server goes by: the narrowest of the purpose's, the company's and the control's own. */
export function ruleFor(purpose: UploadPurpose, limits: Partial<UploadRule> = {}): UploadRule {
  const rule = { ...uploadRules[purpose], ...limits }
  const company = companyLimits()
  return company ? { ...rule, maxBytes: Math.min(rule.maxBytes, company.maxMb * MB) } : rule
}

/** How many files a control may have where it allows so many. */
export const mostFiles = (max: number): number => Math.min(max, companyLimits()?.maxCount ?? max)

/** What stands against sending a file, before it is sent (spec 2 §5); the server looks at the content itself. */
export function refusalOf({ name, type, size }: File, { types, maxBytes }: UploadRule): string | null {
  if (size === 0) return '禁止上传空文件!'
  if (blockedNames.test(name)) return '禁止上传安装包!'
  if (types && !types.includes(kindOf(name, type))) return `请上传${titlesOfKinds(types)}格式文件!`
  return size > maxBytes ? `请上传小于${Number((maxBytes / MB).toFixed(2))}MB文件!` : null
}

/** What the name promises; where a phone gives a name without an extension, what the browser says. */
const kindOf = (name: string, type: string) => (/\.[^.]+$/.test(name) ? kindByName(name) : type) ?? ''

/** Whether a picture is larger than it may be; what the browser cannot draw is left to the server to judge. */
export async function refusalOfPicture(file: File, rule: UploadRule): Promise<string | null> {
  const { maxWidth = Infinity, maxHeight = Infinity } = rule
  if (!limitsPictures(rule) || !kindOf(file.name, file.type).startsWith('image/')) return null
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return null
  const { width, height } = picture
  picture.close()
  const say = (most: number) => (most === Infinity ? '不限' : String(most))
  return width > maxWidth || height > maxHeight
    ? `上传尺寸最大${say(maxWidth)}px * ${say(maxHeight)}px!`
    : null
}

export const limitsPictures = ({ maxWidth, maxHeight }: UploadRule): boolean =>
  maxWidth !== undefined || maxHeight !== undefined

/** For a file input: kinds by media type and by extension, because neither is known everywhere. */
export const acceptOf = ({ types }: UploadRule): string | undefined =>
  types?.flatMap((type) => [type, `.${own(uploadKinds, type)!.extension}`]).join(',')

/** Whether photos may be among the files. */
export const takesPhotos = ({ types }: UploadRule): boolean => types?.includes('image/jpeg') ?? true

/** 支持 PNG、JPG，单个不超过 10 MB，最多 5 个 */
export function uploadHint(purpose: UploadPurpose, max: number = DEFAULT_MAX_FILES): string {
  const { types, maxBytes } = ruleFor(purpose)
  const most = mostFiles(max)
  const kinds = types ? `支持 ${titlesOfKinds(types)}` : '支持各种格式，安装包除外'
  const megabytes = maxBytes / MB
  const size = megabytes >= 1024 ? `${megabytes / 1024} GB` : `${megabytes} MB`
  return `${kinds}，单个不超过 ${size}${most > 1 ? `，最多 ${most} 个` : ''}`
}
