import type { Received } from '@heliodesk/contract/call.ts'
import { fileCalls, titlesOfKinds, uploadRules, type UploadPurpose } from '@heliodesk/contract/files.ts'
import { useEffect, useRef, useState } from 'react'
import { CallError, sendFile } from '../lib/call.ts'
import { reportCallError } from '../lib/call-errors.ts'
import { notify } from '../lib/notices.ts'
import { randomId } from '../lib/session.ts'

export type UploadedFile = Received<typeof fileCalls.upload>

/** A file on its way, or one that did not arrive. */
export type Upload = {
  key: string
  file: File
  /** An address of the picture itself; null for what is none. */
  picture: string | null
  /** 0 to 1. */
  part: number
  error: string | null
}

/** Uploads are told of more briefly than other things (spec 2 §8). */
const NOTICE_SECONDS = 3

type UploadsOptions = {
  purpose: UploadPurpose
  value: readonly UploadedFile[]
  onChange: (files: UploadedFile[]) => void
  max: number
  onBusy?: (busy: boolean) => void
}

/** Sends files the moment they are chosen; `value` holds those that arrived. */
export function useUploads({ purpose, value, onChange, max, onBusy }: UploadsOptions) {
  const [uploads, setUploads] = useState<Upload[]>([])
  const [refusals, setRefusals] = useState<string[]>([])
  // Several may arrive between two renders.
  const arrived = useRef(value)
  const aborts = useRef(new Map<string, AbortController>())
  const queue = useRef(Promise.resolve())
  const pictures = useRef(new Set<string>())
  const busy = uploads.some(({ error }) => error === null)
  useEffect(() => {
    arrived.current = value
  }, [value])
  useEffect(() => {
    onBusy?.(busy)
  }, [busy, onBusy])
  useEffect(() => {
    const [running, shown] = [aborts.current, pictures.current]
    return () => {
      for (const controller of running.values()) controller.abort()
      for (const picture of shown) URL.revokeObjectURL(picture)
    }
  }, [])

  const patch = (key: string, change: Partial<Upload>) =>
    setUploads((all) => all.map((each) => (each.key === key ? { ...each, ...change } : each)))
  const forget = (key: string) => {
    aborts.current.delete(key)
    setUploads((all) => all.filter((each) => each.key !== key))
  }
  const replace = (files: UploadedFile[]) => {
    arrived.current = files
    onChange(files)
  }

  /** One after the other, so that they stand in the order in which they were chosen. */
  const start = (upload: Upload) => {
    const controller = new AbortController()
    aborts.current.set(upload.key, controller)
    patch(upload.key, { part: 0, error: null })
    queue.current = queue.current.then(() =>
      controller.signal.aborted ? undefined : sendOne(upload, controller),
    )
  }

  const sendOne = async ({ key, file }: Upload, controller: AbortController) => {
    try {
      const stored = await sendFile(fileCalls.upload, { purpose }, file, {
        onProgress: (part) => patch(key, { part }),
        signal: controller.signal,
      })
      // Where one file has its place, a new one takes it.
      replace(max === 1 ? [stored] : [...arrived.current, stored])
      forget(key)
      notify({ kind: 'success', title: `${file.name}上传成功`, seconds: NOTICE_SECONDS })
    } catch (error) {
      if (controller.signal.aborted) return
      if (!(error instanceof CallError)) reportError(error)
      const text = error instanceof CallError ? error.message : '文件上传失败，请重试'
      patch(key, { error: text })
      if (error instanceof CallError && error.status === 401) reportCallError(error)
      else notify({ kind: 'error', title: `${file.name}上传失败`, text, seconds: NOTICE_SECONDS })
    }
  }

  // What failed does not count, and where one file has its place a new one takes it.
  const countTaken = () =>
    max === 1 ? 0 : arrived.current.length + uploads.filter(({ error }) => error === null).length

  return {
    uploads,
    /** Why files were not taken, a sentence for each. */
    refusals,
    busy,
    add: (files: readonly File[]) => {
      const names = new Set([
        ...arrived.current.map(({ name }) => name),
        ...uploads.map(({ file }) => file.name),
      ])
      const taken = countTaken()
      const refused: string[] = []
      const fresh: Upload[] = []
      for (const file of files) {
        const refusal = max > 1 && names.has(file.name) ? `已存在${file.name}!` : refusalOf(purpose, file)
        if (refusal) refused.push(refusal)
        else if (taken + fresh.length >= max) refused.push(tooMany(max))
        else fresh.push(uploadOf(file))
        names.add(file.name)
      }
      setRefusals([...new Set(refused)])
      if (fresh.length === 0) return
      for (const { picture } of fresh) if (picture) pictures.current.add(picture)
      setUploads((all) => [...(max === 1 ? [] : all), ...fresh])
      for (const upload of fresh) start(upload)
    },
    retry: (upload: Upload) => {
      const full = countTaken() >= max
      setRefusals(full ? [tooMany(max)] : [])
      if (!full) start(upload)
    },
    /** Gives a file up that has not arrived. */
    cancel: ({ key }: Upload) => {
      aborts.current.get(key)?.abort()
      forget(key)
    },
    remove: (uid: string) => {
      setRefusals([])
      replace(arrived.current.filter((each) => each.uid !== uid))
    },
  }
}

const tooMany = (max: number) => `最多上传${max}个附件，请确认!`

const uploadOf = (file: File): Upload => ({
  key: randomId(),
  file,
  picture: file.type.startsWith('image/') ? URL.createObjectURL(file) : null,
  part: 0,
  error: null,
})

const MB = 1024 * 1024

/** What stands against sending a file, before it is sent (spec 2 §5); the server looks at the content itself. */
function refusalOf(purpose: UploadPurpose, { name, type, size }: File): string | null {
  const { types, maxBytes } = uploadRules[purpose]
  if (size === 0) return `${name}：禁止上传空文件!`
  if (/\.(exe|com)$/i.test(name)) return `${name}：禁止上传安装包!`
  if (!types.includes(type)) return `${name}：请上传${titlesOfKinds(types)}格式文件!`
  return size > maxBytes ? `${name}：请上传小于${maxBytes / MB}MB文件!` : null
}

/** 支持 PNG、JPG，单个不超过 10 MB */
export function uploadHint(purpose: UploadPurpose, max: number): string {
  const { types, maxBytes } = uploadRules[purpose]
  const count = max > 1 ? `，最多 ${max} 个` : ''
  return `支持 ${titlesOfKinds(types)}，单个不超过 ${maxBytes / MB} MB${count}`
}
