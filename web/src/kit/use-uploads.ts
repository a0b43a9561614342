import { DEFAULT_MAX_FILES, type UploadPurpose, type UploadRule } from '@heliodesk/contract/files.ts'
import { tooManyFiles } from '@heliodesk/contract/stored-file.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { useCurrentLocation } from '../lib/location.ts'
import { randomId } from '../lib/session.ts'
import { limitsPictures, mostFiles, refusalOf, refusalOfPicture, ruleFor } from '../lib/upload-checks.ts'
import {
  addUploads,
  cancelUpload,
  describeBox,
  retryUpload,
  roomIn,
  showBox,
  takeArrived,
  useUploadStore,
  type UploadedFile,
} from '../lib/uploads.ts'

export { uploadHint } from '../lib/upload-checks.ts'
export type { Upload, UploadedFile } from '../lib/uploads.ts'

export type UploadsOptions = {
  purpose: UploadPurpose
  /** Uploaded files; a form sends their `path`. */
  value: readonly UploadedFile[]
  onChange: (files: UploadedFile[]) => void
  /** 5 by default (spec 2 §5); with 1 a new file replaces the old one. */
  max?: number
  /** Allows two files with the same name. */
  duplicates?: boolean
  /** Limits that are narrower than those of the purpose. */
  limits?: Partial<UploadRule>
  /** Keeps where and when photos were taken. */
  keepLocation?: boolean
  /** Called when uploads start and end, so that a form can wait; must be a stable function. */
  onBusy?: (busy: boolean) => void
}

/** Uploads files as soon as they are chosen, also while the page is hidden; `value` holds the uploaded ones. */
export function useUploads(options: UploadsOptions) {
  const { purpose, value, onChange, duplicates = false, onBusy } = options
  const wanted = options.max ?? DEFAULT_MAX_FILES
  const replaces = wanted === 1
  const max = mostFiles(wanted)
  const rule = ruleFor(purpose, options.limits)
  const { box, uploads } = useBox({ max, held: value.length, replaces })
  const [refusals, setRefusals] = useState<string[]>([])
  // Several uploads may complete between two renders.
  const held = useRef(value)
  const replace = (files: UploadedFile[]) => {
    held.current = files
    describeBox(box, { held: files.length })
    onChange(files)
  }
  useEffect(() => {
    held.current = value
  }, [value])
  const take = useEffectEvent(() => {
    const arrived = takeArrived(box)
    if (arrived.length > 0) replace(replaces ? arrived.slice(-1) : [...held.current, ...arrived])
  })
  useEffect(() => {
    if (uploads.some(({ stored }) => stored !== null)) take()
  }, [uploads])
  const busy = uploads.some(({ state }) => state !== 'failed')
  useEffect(() => {
    onBusy?.(busy)
  }, [busy, onBusy])

  /** Uploads as many files as there is room for; only one where it replaces the old file. */
  const send = (files: readonly File[], refused: readonly string[]) => {
    const fits = files.slice(0, Math.max(0, roomIn(box)))
    setRefusals([...new Set([...refused, ...(fits.length < files.length ? [tooManyFiles(max)] : [])])])
    const { maxWidth, maxHeight } = options.limits ?? {}
    const keepLocation = options.keepLocation ? 1 : undefined
    addUploads(box, { purpose, maxWidth, maxHeight, keepLocation }, fits)
  }

  const add = (files: readonly File[]) => {
    const { fresh, refused } = sift(files)
    if (!limitsPictures(rule)) return send(fresh, refused)
    void Promise.all(fresh.map((file) => refusalOfPicture(file, rule))).then((found) =>
      send(
        fresh.filter((_file, at) => found[at] === null),
        [...refused, ...found.flatMap((refusal, at) => (refusal ? [`${fresh[at]!.name}：${refusal}`] : []))],
      ),
    )
  }

  const sift = (files: readonly File[]) => {
    const names = new Set([...held.current.map(({ name }) => name), ...uploads.map(({ file }) => file.name)])
    const [fresh, refused]: [File[], string[]] = [[], []]
    for (const file of files) {
      const refusal = refusalOf(file, rule)
      if (!duplicates && !replaces && names.has(file.name)) refused.push(`已存在${file.name}!`)
      else if (refusal) refused.push(`${file.name}：${refusal}`)
      else fresh.push(file)
      names.add(file.name)
    }
    return { fresh, refused }
  }

  const taken = value.length + uploads.filter(({ state }) => state !== 'failed').length
  return {
    rule,
    uploads,
    /** Why files were rejected, one sentence each. */
    refusals,
    /** Whether one more file can be chosen. */
    room: replaces || taken < max,
    add,
    retry: (key: string) => {
      const refusal = retryUpload(key)
      setRefusals(refusal ? [refusal] : [])
    },
    cancel: cancelUpload,
    remove: (uid: string) => {
      setRefusals([])
      replace(held.current.filter((each) => each.uid !== uid))
    },
  }
}

/** The uploads of one control, which outlive its page. */
function useBox({ max, held, replaces }: { max: number; held: number; replaces: boolean }) {
  const [{ box, page }] = useState(() => ({
    box: randomId(),
    page: useCurrentLocation.getState().pathname,
  }))
  useEffect(() => showBox(box, page), [box, page])
  useEffect(() => describeBox(box, { max, held, replaces }))
  const uploads = useUploadStore(useShallow((state) => state.uploads.filter((upload) => upload.box === box)))
  return { box, uploads }
}
