import { z } from 'zod'
import { id, keyOf, named, time } from './fields.ts'
import { filePath, storedFile } from './stored-file.ts'

/**
 * What a photo of an order shows: a step of the work, an item of its sheet before and after it was put right, the
 * defect as it was reported, or a line of the record sheet of an inspection.
 */
export const photoParts = ['step', 'before', 'after', 'report', 'reading'] as const
/** Films are of steps, and counted apart from the photos. */
export const photoPart = z.enum([...photoParts, 'film'])
export type PhotoPart = z.output<typeof photoPart>

/** The place of a step, or of an item of the sheet. */
export const stepNo = named('作业步骤', z.int('应为整数').min(1, '应为正数').max(100, '不能大于 100'))

/** The maximum of photos of one step; the company's 附件数量上限 may be lower. */
export const PHOTOS_A_STEP = 9
/** The maximum of films of one step. */
export const FILMS_A_STEP = 3
/** A minute, and what a camera needs to stop. */
export const FILM_SECONDS = 61

/** How many of a part one step may have. */
export const mostOf = (part: PhotoPart): number => (part === 'film' ? FILMS_A_STEP : PHOTOS_A_STEP)

/** `seconds`: null if the phone that took it could not play it. */
const filmFacts = z.object({ seconds: z.number().nullable() })

/** A photo of a step, and who took it when and where. */
export const stepPhoto = z
  .object({
    id: z.string(),
    /** The place of the step in `stepList`, from 1. */
    stepNo: z.int(),
    file: storedFile,
    uploaderId: z.string(),
    uploaderName: z.string(),
    addTime: time,
    /** By the clock of the camera; null if the photo does not say it. */
    takenTime: time.nullable(),
    /** In degrees; null if the photo does not say it. */
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    /** What the acceptor should know of it, in words: 提交后补交. */
    marks: z.array(z.string()),
    /** SHA-256 of the camera's file, in hexadecimal, if the phone made the photo smaller. */
    originalSha256: z.string().nullable(),
    /** Null of a photo. */
    film: filmFacts.nullable(),
  })
  .meta({ id: 'StepPhoto' })
export type StepPhoto = z.output<typeof stepPhoto>

/** The others than `waiting` ones are said to be missing. */
export const awaitedStates = {
  waiting: '待上传',
  forgone: '不再等待',
  undelivered: '未送达',
  refused: '未收下',
} as const

/** A photo that a phone announced and that has not arrived. */
export const awaitedPhoto = z
  .object({
    id: z.string(),
    stepNo: z.int(),
    part: photoPart,
    /** With its poster frame as an address of its own; null of a photo. */
    film: filmFacts.extend({ poster: z.string().nullable() }).nullable(),
    name: z.string(),
    size: z.int(),
    /** In bytes, from its beginning. */
    received: z.int(),
    state: keyOf(awaitedStates),
    /** Why it was refused; '' otherwise. */
    reason: z.string(),
    /** The order is not submitted before it arrives. */
    holdsUp: z.boolean(),
    /** On whose phone it is. */
    holderId: z.string(),
    holderName: z.string(),
    /** When it was announced. */
    since: time,
  })
  .meta({ id: 'AwaitedPhoto' })
export type AwaitedPhoto = z.output<typeof awaitedPhoto>

/** All photos of the order, after a change. */
export const orderPhotos = z.object({ photoList: z.array(stepPhoto) })

export const newPhoto = z.object({
  id,
  stepNo,
  path: filePath,
})

export const knownPhoto = z.object({ id, photoId: named('照片', id) })

type Times<T> = { addTime: T; submitTime: T | null }

/**
 * Why a person may not delete a photo of an order that they execute; null if they may. What was submitted once stays,
 * also in an order that was returned.
 */
export function photoRefusal<T extends string | Date>(
  { uploaderId, uploaderName }: Pick<StepPhoto, 'uploaderId' | 'uploaderName'>,
  { addTime, submitTime }: Times<T>,
  userId: string,
): string | null {
  if (uploaderId !== userId) return `照片由 ${uploaderName} 上传，只有本人可以删除`
  return submitTime !== null && addTime <= submitTime ? '照片已随工单提交，不能删除' : null
}
