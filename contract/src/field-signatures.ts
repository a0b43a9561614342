import { z } from 'zod'
import { callsOf } from './call.ts'
import { acted, fieldAnswer } from './field-work.ts'
import { keyOf, named, requiredText, text } from './fields.ts'
import { SIGNATURE_CHARS, signerRoles } from './order-signatures.ts'

const { command } = callsOf('order')

/** More are nobody's witnesses. */
export const SIGNATURES_AN_ORDER = 20

const strokes = z
  .string()
  .max(SIGNATURE_CHARS, `笔画过多，最多 ${SIGNATURE_CHARS} 个字符`)
  .regex(/^((\d{1,3}|1000)(,(\d{1,3}|1000))+(;|$))*$/, '不是有效的笔画')

const degrees = (title: string, most: number) =>
  named(
    title,
    z.number().min(-most, `不能小于 -${most}`).max(most, `不能大于 ${most}`).nullable().default(null),
  )

const newSignature = z
  .object({
    /** Made on the phone. */
    id: named('签名编号', z.uuid('不是有效的签名编号')),
    role: named('签名人', keyOf(signerRoles)),
    name: named('姓名', requiredText(50)),
    title: named('身份', text(50).default('')),
    /** None: the name that was typed stands for it. */
    strokes: named('笔画', strokes.default('')),
    latitude: degrees('纬度', 90),
    longitude: degrees('经度', 180),
  })
  .refine(({ latitude, longitude }) => (latitude === null) === (longitude === null), {
    path: ['longitude'],
    message: '纬度和经度应同时填写',
  })

export const fieldSignatureCalls = {
  /** Kept in every case once the work has begun, and never changed: `same` says that it is there already. */
  signature: command({
    title: '现场签名',
    path: '/field/order/signature',
    access: { perm: 'order:execute' },
    input: z.object({ ...acted, signature: named('签名', newSignature) }),
    output: fieldAnswer,
  }),
}
