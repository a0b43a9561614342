import type { Page } from '@playwright/test'
import { read } from './api.ts'
import { uploadPhoto } from './step-photos.ts'

type Row = { no: number; version: number; mark: number; mayNotInvolve: boolean; isNotInvolve: boolean }

const rowsOf = async (page: Page, orderId: string): Promise<Row[]> =>
  (await read<{ rowList: Row[] }>(page, 'post', '/order/appearance/sheet', { orderId })).rowList

/** The executor's items behind the first few: not there where they may be so, else in full and photographed. */
export async function assessRest(worker: Page, orderId: string, behind = 0): Promise<void> {
  const rest = (await rowsOf(worker, orderId)).slice(behind)
  await read(worker, 'post', '/order/appearance/assess', {
    orderId,
    rowList: rest.map(({ no, version, mark, mayNotInvolve }) => ({
      no,
      version,
      ...(mayNotInvolve ? { isNotInvolve: true, notInvolveReason: '本站没有' } : { selfScore: mark }),
    })),
  })
  for (const { no, mayNotInvolve } of rest)
    if (!mayNotInvolve)
      await read(worker, 'post', '/order/appearance/photo/insert', {
        orderId,
        no,
        path: await uploadPhoto(worker),
      })
}

/** The reviewer gives full marks to all that the station has. */
export async function reviewInFull(master: Page, orderId: string): Promise<void> {
  const rows = (await rowsOf(master, orderId)).filter(({ isNotInvolve }) => !isNotInvolve)
  await read(master, 'post', '/order/appearance/review', {
    orderId,
    rowList: rows.map(({ no, version, mark }) => ({ no, version, score: mark })),
  })
}
