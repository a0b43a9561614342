import { z } from 'zod'
import { callsOf } from './call.ts'
import { id, named, nothing, requiredText, time } from './fields.ts'
import { FILM_SECONDS, photoPart } from './order-photos.ts'

const { command, query } = callsOf('order')

/** The most that one piece carries; a phone goes on at a multiple of it. */
export const PIECE_BYTES = 512 * 1024

/** So many bytes one person may have announced that have not arrived. */
export const ANNOUNCED_BYTES = 2 * 1024 * 1024 * 1024

/** So often a photo may arrive with other bytes than announced before it is given up. */
export const BROKEN_TRIES = 3

const access = { perm: 'order:execute' } as const

/** Made on the phone. */
const photoId = named('照片编号', z.uuid('不是有效的照片编号'))

const checksum = (title: string) =>
  named(title, z.string().regex(/^[\da-f]{64}$/, '应为 64 位十六进制的 SHA-256'))

const degrees = (title: string, most: number) =>
  named(
    title,
    z.number().min(-most, `不能小于 -${most}`).max(most, `不能大于 ${most}`).nullable().default(null),
  )

/** The most characters of a poster frame as base64: a JPEG of 320 pixels. */
export const POSTER_CHARS = 60_000

const newFilm = z.object({
  /** Null if the phone cannot play it. */
  seconds: named(
    '时长（秒）',
    z
      .number()
      .min(0, '不能小于 0')
      .max(FILM_SECONDS, `视频最长 ${FILM_SECONDS - 1} 秒`)
      .nullable()
      .default(null),
  ),
  /** A JPEG as base64. */
  poster: named(
    '封面',
    z.base64('应为 base64').max(POSTER_CHARS, `不能超过 ${POSTER_CHARS} 个字符`).nullable().default(null),
  ),
})

export const newPhoto = z
  .object({
    id: photoId,
    name: named('文件名', requiredText(200)),
    size: named('文件大小', z.int('应为整数').min(1, '禁止上传空文件!').max(2_147_483_647, '文件过大')),
    /** Of the bytes that will be sent. */
    sha256: checksum('校验值'),
    /** Of the photo as the camera made it, if the phone made it smaller. */
    originalSha256: checksum('原图校验值').optional(),
    /** By the clock of the camera; where the phone does not say it, what the photo itself says is kept. */
    takenTime: named('拍摄时间', time.nullable().default(null)),
    latitude: degrees('纬度', 90),
    longitude: degrees('经度', 180),
    film: named('视频', newFilm.optional()),
  })
  .refine(({ latitude, longitude }) => (latitude === null) === (longitude === null), {
    path: ['longitude'],
    message: '纬度和经度应同时填写',
  })

/** How many bytes of a photo the server has, from its beginning: all of them also when it wants no more of it. */
const received = z.object({ bytes: z.int() })

export const fieldPhotoCalls = {
  /**
   * Announces a photo, whose bytes follow in pieces. It is kept in every case: `record` says that the order is not the
   * caller's any more, has ended, or has as many of the step as it may; `same`, that it was announced before.
   */
  photo: command({
    title: '登记现场照片',
    path: '/field/order/photo',
    access,
    input: z.object({
      id: named('工单', id),
      /** The time on the device's clock, and how far that was ahead of the server's when last compared (both in ms). */
      at: named(
        '设备时间',
        z.int('应为整数').min(0, '不能小于 0').max(8_640_000_000_000_000, '不是有效的时间'),
      ),
      skew: named('时钟偏差', z.int('应为整数').nullable().default(null)),
      /** A sheet of an inspection has more lines than an order has steps. */
      stepNo: named('作业步骤', z.int('应为整数').min(1, '应为正数').max(5000, '不能大于 5000')),
      part: named('照片类别', photoPart.exclude(['report'])),
      photo: named('照片', newPhoto),
    }),
    output: z.object({
      outcome: z.enum(['done', 'same', 'record']),
      marks: z.array(z.string()),
      message: z.string(),
    }),
  }),
  /** Where a phone goes on. */
  received: query({
    title: '现场照片已收到的字节数',
    path: '/field/photo/received',
    // Nobody shows it; of a photo's end the order tells.
    entities: [],
    // Who announced it may always end it.
    access: 'signedIn',
    input: z.object({ photoId }),
    output: received,
  }),
  /**
   * A piece as the multipart field `file`, which begins at byte `at` of the photo. What is there already is passed over,
   * and nothing is taken behind a gap: the answer says where to go on. With the last byte the photo is checked and
   * becomes a photo of the order; a refusal says in `bytes` where to begin again, and the whole size if it is final.
   */
  put: command({
    title: '上传现场照片的一段',
    path: '/field/photo/put',
    access: 'signedIn',
    // The end of a photo is told by the handler, not every piece.
    entities: [],
    upload: true,
    inPieces: true,
    input: z.object({
      photoId,
      at: named(
        '起始字节',
        z.coerce.number().int('应为整数').min(0, '不能小于 0').max(2_147_483_647, '不能大于 2147483647'),
      ),
    }),
    output: received,
  }),
  /**
   * Nobody waits for a photo any more, because its bytes are lost: said by who announced it, or by who executes the
   * order now. Should it arrive after all, it is taken.
   */
  forget: command({
    title: '不再等待现场照片',
    path: '/field/photo/forget',
    access,
    input: z.object({ photoId }),
    output: nothing,
  }),
}
