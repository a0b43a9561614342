import { approvalCalls } from '@heliodesk/contract/approvals.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { LongTextField } from '../../../kit/fields/LongTextField.tsx'
import { NumberField } from '../../../kit/fields/NumberField.tsx'
import { SelectField } from '../../../kit/fields/SelectField.tsx'
import { TextField } from '../../../kit/fields/TextField.tsx'
import { TimeField } from '../../../kit/fields/TimeField.tsx'
import { FieldsDrawer } from '../../../kit/FieldsDrawer.tsx'
import { WIRE_TIME } from '../../../kit/format.ts'
import { notedOption, nothingFound } from '../../../kit/searching.tsx'
import { useForm } from '../../../kit/use-form.ts'
import { useSaving } from '../../../kit/use-saving.ts'
import { companyNow } from '../../../lib/company-time.ts'
import { useSearchBy } from '../../../lib/pinyin.ts'
import { useCall } from '../../../lib/queries.ts'
import { useSeenOrder } from '../commands.ts'
import type { OrderDetail } from '../order.ts'
import type { StepProps } from './step-props.ts'

/** Records the insurance case of an order, once its detail is known. */
export function InsureOrder(step: StepProps) {
  const { data } = useCall(workOrderCalls.detail, { id: step.order.id })
  return data?.id === step.order.id ? <InsuranceForm {...step} detail={data} /> : null
}

type InsuranceFormProps = StepProps & { detail: OrderDetail }

function InsuranceForm({ order: opened, detail, open, onClose, refusalOf }: InsuranceFormProps) {
  const form = useForm(workOrderCalls.insuranceAssign.input, startingFrom(detail))
  const { field } = form
  const saving = useSaving(workOrderCalls.insuranceAssign, {
    said: ({ workCode }, { reportNo }) => ['保险已登记', `${workCode} 报案号 ${reportNo}`],
    onClose,
  })
  const { seen: order, look, error } = useSeenOrder(opened, saving)
  const people = useCall(approvalCalls.colleagues, { processInstanceId: detail.processInstanceId })
  return (
    <FieldsDrawer
      open={open}
      title="登记保险"
      label={<span className="t3">{order.workCode}</span>}
      verb="保存"
      form={form}
      saving={{ ...saving, error }}
      closed={refusalOf(order)}
      onClose={onClose}
      onRefresh={look}
      onSend={(input) => saving.send({ ...input, version: order.version })}
    >
      <p className="about">
        {order.psName} · {order.taskTypeLabel} · {order.taskDescription}
      </p>
      <TextField {...field('reportNo')} label="报案号" required />
      <TextField {...field('insurer')} label="保险公司" placeholder="可不填" />
      <TimeField {...field('reportTime')} label="报案时间" required />
      <SelectField
        {...field('handlerId')}
        label="经办人"
        required
        placeholder="姓名、拼音"
        showSearch={useSearchBy('label')}
        loading={people.isPending}
        notFoundContent={nothingFound('人员', { isBusy: people.isPending, error: people.error })}
        choices={(people.data ?? []).map(({ id, realname, departName }) => ({
          value: id,
          label: realname,
          note: departName,
        }))}
        optionRender={notedOption}
      />
      <h2>查勘与定损</h2>
      <TimeField {...field('surveyTime')} label="查勘时间" after={form.values.reportTime} />
      <NumberField
        {...field('lossAmount')}
        label="定损金额"
        min={0}
        precision={2}
        suffix="元"
        placeholder="0.00"
        hint="查勘后填写"
      />
      <LongTextField {...field('surveyNote')} label="查勘情况" rows={2} placeholder="受损设备、数量、原因" />
      <h2>赔付</h2>
      <NumberField
        {...field('paidAmount')}
        label="赔付金额"
        min={0}
        precision={2}
        suffix="元"
        placeholder="0.00"
        hint="定损后填写"
      />
      <TimeField {...field('paidTime')} label="赔付时间" after={form.values.surveyTime} />
      <LongTextField {...field('remark')} label="备注" rows={2} placeholder="可不填" />
    </FieldsDrawer>
  )
}

function startingFrom({ id, version, liableUserId, insurance }: OrderDetail) {
  if (insurance === null)
    return {
      id,
      version,
      reportTime: companyNow().second(0).format(WIRE_TIME),
      handlerId: liableUserId ?? undefined,
    }
  const { handlerName: _name, surveyTime, lossAmount, paidAmount, paidTime, ...known } = insurance
  return {
    id,
    version,
    ...known,
    surveyTime: surveyTime ?? undefined,
    lossAmount: lossAmount ?? undefined,
    paidAmount: paidAmount ?? undefined,
    paidTime: paidTime ?? undefined,
  }
}
