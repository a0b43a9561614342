import { filmKinds, kindByName, previewableKinds, uploadKinds } from '@heliodesk/contract/files.ts'
import { own } from '@heliodesk/contract/own.ts'
import type { ReactNode } from 'react'
import { clientConfig } from '../../lib/client-config.ts'

/** A picture in one of its forms (spec 2 §3): an address, or the metadata of a stored file. */
export type ImageItem = string | ImageFile

export type ImageFile = {
  fileUrlThumbnail?: string | null
  fileUrlPreview?: string | null
  path?: string
  url?: string
  name?: string
  /** The media type. */
  fileType?: string
  /** Lies over the picture and moves with it, such as marks; it keeps its size and stays upright. */
  over?: ReactNode
  /** Said of it below its name. */
  note?: ReactNode
}

/** The view of the picture: `scale` 1 fits the stage, `turn` is in degrees, `x` and `y` are pixels from the centre. */
export type View = { scale: number; turn: number; x: number; y: number }

export type Point = { x: number; y: number }

/** The initial view of a picture. */
export const FITTED: View = { scale: 1, turn: 0, x: 0, y: 0 }

/** Limits and steps of spec 2 §9. */
export const ZOOM = { least: 0.5, most: 3, in: 1.2, out: 0.8, wheelIn: 1.1, wheelOut: 0.9 } as const
const TURN = 90
const THUMBNAIL_WIDTH = 90

/** Zooms in or out around a fixed point; `at` is relative to the centre of the stage. */
export function zoomed(view: View, factor: number, at: Point = { x: 0, y: 0 }): View {
  const scale = Math.min(ZOOM.most, Math.max(ZOOM.least, view.scale * factor))
  const ratio = scale / view.scale
  return { ...view, scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio }
}

/** Turns one step clockwise. The angle goes on past 360, so that the animation always turns the same way. */
export const turned = (view: View): View => ({ ...view, turn: view.turn + TURN })

export const moved = (view: View, by: Point): View => ({ ...view, x: view.x + by.x, y: view.y + by.y })

export const percentOf = ({ scale }: View): string => `${Math.round(scale * 100)}%`

/** The index of the next or previous picture; null at an end without wrapping. */
export function beside(at: number, step: 1 | -1, count: number, wraps: boolean): number | null {
  const next = at + step
  if (next >= 0 && next < count) return next
  return wraps && count > 1 ? (next + count) % count : null
}

/** A few thumbnails are centred, many start at the left (spec 2 §9). */
export const isCentred = (count: number, windowWidth: number): boolean =>
  count <= windowWidth / THUMBNAIL_WIDTH

/** A complete address is used as it is; anything else is the path of a static file (spec 2 §7). */
export const addressOf = (address: string): string =>
  /^(https?:|blob:|data:|\/)/i.test(address) ? address : `${clientConfig().apiBase}/oss/static/${address}`

export type Shown = {
  name: string
  /** The address to draw; null for a type that no browser draws, and for `fetched`. */
  picture: string | null
  /** Only the path is known: the file is fetched like a download. */
  fetched: boolean
  thumbnail: string | null
  /** The address of the file itself. */
  original: string
  /** The path of a stored file; null for a picture from elsewhere. */
  path: string | null
  fileType: string | null
}

/** Normalizes an item of any form. */
export function shownOf(item: ImageItem): Shown {
  const file: ImageFile = typeof item === 'string' ? { url: item } : item
  const original = file.url ?? file.fileUrlPreview ?? file.fileUrlThumbnail ?? file.path ?? ''
  const name = file.name ?? nameIn(original)
  const fileType = file.fileType ?? kindByName(name)
  const path = file.path && !/^https?:/i.test(file.path) ? file.path : null
  const picture = file.fileUrlPreview ?? (isPicture(fileType, original) ? original : null)
  const fetched = picture !== null && picture === path
  const drawn = fetched ? null : picture
  return {
    name,
    picture: drawn === null ? null : addressOf(drawn),
    fetched,
    thumbnail: thumbnailOf(file, drawn),
    original: addressOf(original),
    path,
    fileType,
  }
}

function nameIn(address: string): string {
  const name = /^(data|blob):/i.test(address) ? '' : address.split(/[?#]/)[0]!.split('/').at(-1)!
  try {
    return decodeURIComponent(name) || '图片'
  } catch {
    return name
  }
}

function thumbnailOf({ fileUrlThumbnail }: ImageFile, drawn: string | null): string | null {
  const address = fileUrlThumbnail ?? drawn
  return address ? addressOf(address) : null
}

/** An address that does not tell its type is taken as a picture, as its caller says. */
const isPicture = (fileType: string | null, address: string) =>
  address !== '' && (fileType === null || (fileType.startsWith('image/') && isPreviewable({ fileType })))

/** Whether a file is previewed rather than downloaded: png, jpg, jpeg, bmp and pdf (spec 2 §9). */
export const isPreviewable = ({ fileType, name }: Pick<ImageFile, 'fileType' | 'name'>): boolean =>
  (previewableKinds as readonly (string | null)[]).includes(fileType ?? kindByName(name ?? ''))

/** Whether browsers play it. */
export const isFilm = (fileType: string | null | undefined): boolean =>
  (filmKinds as readonly (string | null | undefined)[]).includes(fileType)

/** `PDF`, `PNG`; null for a type that cannot be uploaded. */
export const kindTitle = (fileType: string | null): string | null =>
  fileType === null ? null : (own(uploadKinds, fileType)?.title ?? null)
