import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { fieldReportCalls as calls } from '@heliodesk/contract/field-reports.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { ScanLine } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react'
import { useField } from '../../../domain/field/field-store.ts'
import { placeNow } from '../../../domain/field/photo.ts'
import { keepReport, photosOf } from '../../../domain/field/reports.ts'
import { Button } from '../../../kit/Button.tsx'
import { FormDrawer } from '../../../kit/Drawers.tsx'
import { EnterForm } from '../../../kit/EnterForm.tsx'
import { LongTextField } from '../../../kit/fields/LongTextField.tsx'
import { SelectField } from '../../../kit/fields/SelectField.tsx'
import { TextField } from '../../../kit/fields/TextField.tsx'
import { useForm } from '../../../kit/use-form.ts'
import { hasLine } from '../../../lib/line.ts'
import { notify } from '../../../lib/notices.ts'
import { isFull } from '../../../lib/outbox/store.ts'
import { useCan } from '../../../lib/permission.tsx'
import { useSearchBy } from '../../../lib/pinyin.ts'
import { useCall } from '../../../lib/queries.ts'
import { dropDraft, keepDraft, type Draft } from './draft.ts'
import { ReportPhotos } from './ReportPhotos.tsx'
import css from './reports.module.css'

type ReportFormProps = {
  draft: Draft
  /** The report was refused, and is written again. */
  isAgain: boolean
  /** Shown above the fields. */
  notice?: ReactNode
  open: boolean
  onClose: () => void
  onKept: () => void
}

/** 上报缺陷: kept on this device while it is written, and sent from there with a signal or later. */
export function ReportForm({ draft, isAgain, notice, open, onClose, onKept }: ReportFormProps) {
  const { lane, ...start } = draft
  const photos = useField(({ book }) => photosOf(book, lane).length)
  const isReady = useField(({ outbox }) => outbox !== null)
  const [state, setState] = useState<'writing' | 'keeping' | 'kept'>('writing')
  const form = useForm(calls.report.input, { report: lane, at: 0, skew: 0, ...start })
  const { values, set, field } = form
  const { psId, deviceCode, deviceName, text, defectLevel } = values
  useDraft({ lane, psId, deviceCode, deviceName, text, defectLevel }, state === 'writing' && !isAgain)
  const choices = useCall(calls.choices, {})
  const stations = useMemo(
    () => choices.data?.stations.map((each) => ({ value: each.psId, label: each.psName })) ?? [],
    [choices.data],
  )
  const levels = useMemo(
    () =>
      choices.data?.levels.map((each) => ({
        value: each.defectLevel,
        label: `${each.defectLevel} ${each.label}`,
      })) ?? [],
    [choices.data],
  )
  const device = useDevice(deviceCode, (found) => {
    set('deviceName', found.name)
    set('psId', found.psId)
  })
  const keep = async () => {
    setState('keeping')
    try {
      const place = await placeNow()
      await keepReport(lane, {
        psId: psId ?? '',
        text: (text ?? '').trim(),
        ...(deviceCode && { deviceCode: deviceCode.trim() }),
        ...(deviceCode && deviceName && { deviceName }),
        ...(defectLevel && { defectLevel }),
        latitude: place?.latitude ?? null,
        longitude: place?.longitude ?? null,
      })
    } catch (error) {
      setState('writing')
      return notify({
        kind: 'error',
        title: isFull(error) ? '本机存储已满，没有上报' : '没有保存到本机',
        text: isFull(error)
          ? '请清理手机存储后再上报'
          : error instanceof Error
            ? error.message
            : String(error),
        seconds: 15,
      })
    }
    setState('kept')
    if (!isAgain) dropDraft()
    notify(
      hasLine()
        ? { kind: 'success', title: '已上报' }
        : { kind: 'success', title: '上报已存本机', text: '联网后自动发送' },
    )
    onKept()
  }
  const refusal = !isReady ? '正在打开本机存储' : null
  return (
    <FormDrawer
      inAddress
      open={open}
      title="上报缺陷"
      dirty={state !== 'kept' && ((text ?? '').trim() !== '' || photos > 0)}
      keptNote={isAgain ? '未被接受的上报仍在本机。' : '草稿和照片保存在本机，回来可以继续填写。'}
      onClose={onClose}
      notice={notice}
      actions={
        <Button
          kind="pri"
          busy={state === 'keeping'}
          refusal={refusal}
          onClick={() => form.submit(() => void keep())}
        >
          上报
        </Button>
      }
    >
      <EnterForm form={form.form} className="fields" onSend={() => form.submit(() => void keep())}>
        <LongTextField
          {...field('text')}
          label="缺陷情况"
          required
          max={500}
          rows={3}
          mostRows={8}
          placeholder="哪里、什么问题、有没有危险"
        />
        <ReportPhotos lane={lane} />
        <SelectField
          {...field('psId')}
          label="电站"
          required
          placeholder="请选择电站"
          showSearch={useSearchBy('label')}
          loading={choices.isPending}
          notFoundContent={choices.error ? '没有信号，本机也没有保存电站' : undefined}
          choices={stations}
        />
        <TextField
          {...field('deviceCode', ['deviceName'])}
          code
          label="设备"
          placeholder="设备编码，可不填"
          hint={device ?? deviceName ?? '扫设备标签最准；编码由服务器核对'}
        />
        <a className={`btn ${css.scan}`} href={paths.scan.href()}>
          <ScanLine className="i" aria-hidden />
          扫码选择设备
        </a>
        {levels.length > 0 && (
          <SelectField
            {...field('defectLevel')}
            label="缺陷等级"
            allowClear
            placeholder="可不填"
            choices={levels}
          />
        )}
      </EnterForm>
    </FormDrawer>
  )
}

/** Keeps what is typed, through a reload and the end of the app. */
function useDraft(draft: Draft, isKept: boolean): void {
  const text = JSON.stringify(draft)
  useEffect(() => {
    if (isKept) keepDraft(JSON.parse(text) as Draft)
  }, [text, isKept])
}

/** The device of a code as the ledger has it, in words; `onFound` hears of each one once. */
function useDevice(code: string | undefined, onFound: (device: { name: string; psId: string }) => void) {
  const mayList = useCan('device:list')
  const asked = code?.trim() ?? ''
  const read = useCall(deviceCalls.detail, { code: asked }, { enabled: mayList && asked !== '' })
  const found = read.data?.code === asked ? read.data : undefined
  const tell = useEffectEvent((device: { name: string; psId: string }) => onFound(device))
  useEffect(() => {
    if (found) tell(found)
  }, [found])
  return found ? `${found.name} · ${found.psName}` : undefined
}
