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
import { knownShell } from './shell.ts'

const MB = 1024 * 1024

/** The company's limits (业务配置 → 附件); null before the frame has loaded them. */
const companyLimits = () => knownShell()?.upload ?? null

/** The effective rule, also used by the server: the narrowest of the purpose's, the company's and the control's own. */
export function ruleFor(purpose: UploadPurpose, limits: Partial<UploadRule> = {}): UploadRule {
  const rule = { ...uploadRules[purpose], ...limits }
  const company = companyLimits()
  return company ? { ...rule, maxBytes: Math.min(rule.maxBytes, company.maxMb * MB) } : rule
}

/** The maximum number of files of a control, within the company's limit. */
export const mostFiles = (max: number): number => Math.min(max, companyLimits()?.maxCount ?? max)

/** Why a file cannot be sent, checked before sending (spec 2 §5); the server checks the content itself. */
export function refusalOf({ name, type, size }: File, { types, maxBytes }: UploadRule): string | null {
  if (size === 0) return '禁止上传空文件!'
  if (blockedNames.test(name)) return '禁止上传安装包!'
  if (types && !types.includes(kindOf(name, type))) return `请上传${titlesOfKinds(types)}格式文件!`
  return size > maxBytes ? `请上传小于${Number((maxBytes / MB).toFixed(2))}MB文件!` : null
}

/** The type by the file name; by the browser's media type where a phone gives a name without an extension. */
const kindOf = (name: string, type: string) => (/\.[^.]+$/.test(name) ? kindByName(name) : type) ?? ''

/** Whether a picture is too large; a picture that the browser cannot decode is left to the server. */
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

/** The `accept` of a file input: types by media type and by extension, because no browser knows all of either. */
export const acceptOf = ({ types }: UploadRule): string | undefined =>
  types?.flatMap((type) => [type, `.${own(uploadKinds, type)!.extension}`]).join(',')

/** Whether photos are allowed. */
export const takesPhotos = ({ types }: UploadRule): boolean => types?.includes('image/jpeg') ?? true

/** The hint of a control: 支持 PNG、JPG，单个不超过 10 MB，最多 5 个 */
export function uploadHint(purpose: UploadPurpose, max: number = DEFAULT_MAX_FILES): string {
  const { types, maxBytes } = ruleFor(purpose)
  const most = mostFiles(max)
  const kinds = types ? `支持 ${titlesOfKinds(types)}` : '支持各种格式，安装包除外'
  const megabytes = maxBytes / MB
  const size = megabytes >= 1024 ? `${megabytes / 1024} GB` : `${megabytes} MB`
  return `${kinds}，单个不超过 ${size}${most > 1 ? `，最多 ${most} 个` : ''}`
}
