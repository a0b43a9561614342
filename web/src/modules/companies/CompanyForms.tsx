import { companyCalls, type Company } from '@heliodesk/contract/companies.ts'
import type { Issued } from '../../domain/IssuedPassword.tsx'
import { NumberField } from '../../kit/fields/NumberField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { useForm } from '../../kit/use-form.ts'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useSaving } from '../../kit/use-saving.ts'

type AddProps = OverlayProps & { onIssued: (issued: Issued) => void }

/** A new company with its administrator, whose initial password the server makes. */
export function AddCompany({ onIssued, ...dialog }: AddProps) {
  const form = useForm(companyCalls.add.input, {})
  const saving = useSaving(companyCalls.add, {
    form,
    faults: {
      'company.name_taken': ['name'],
      'company.code_taken': ['companyCode'],
      'company.login_taken': ['username'],
    },
    onClose: dialog.onClose,
    onSaved: ({ username, initialWord }, { name }) =>
      onIssued({ title: `${name}已创建`, username, password: initialWord }),
  })
  const { field } = form
  return (
    <FieldsDrawer {...dialog} title="新建租户" verb="新建" form={form} saving={saving} onSend={saving.send}>
      <TextField {...field('name')} label="公司名称" required autoFocus placeholder="最多 30 个字" />
      <TextField
        {...field('companyCode')}
        label="公司编码"
        required
        code
        placeholder="例如 SUN01"
        hint="大写字母和数字，2 ~ 16 位，以后不能修改"
      />
      <TextField {...field('realname')} label="管理员姓名" required />
      <TextField {...field('username')} label="管理员账号" required code hint="小写字母开头，全平台唯一" />
      <TextField {...field('phone')} label="管理员手机号" required inputMode="tel" />
    </FieldsDrawer>
  )
}

/** The name and the quotas of a company; an empty quota is no limit. */
export function EditCompany({ company, ...dialog }: OverlayProps & { company: Company }) {
  const { companyCode, version, name, limits } = company
  const form = useForm(companyCalls.edit.input, {
    companyCode,
    version,
    name,
    people: limits.people ?? undefined,
    stations: limits.stations ?? undefined,
    fileGb: limits.fileGb ?? undefined,
    exports: limits.exports ?? undefined,
  })
  const saving = useSaving(companyCalls.edit, {
    form,
    faults: { 'company.name_taken': ['name'] },
    said: () => ['租户已修改', '配额立即生效'],
    onClose: dialog.onClose,
  })
  const { field } = form
  return (
    <FieldsDrawer
      {...dialog}
      title={`修改${name}`}
      verb="保存"
      form={form}
      saving={saving}
      onSend={saving.send}
    >
      <TextField {...field('name')} label="公司名称" required />
      <NumberField {...field('people')} label="人员上限" suffix="人" hint="不填为不限；已停用的人员不计" />
      <NumberField {...field('stations')} label="电站上限" suffix="座" hint="不填为不限" />
      <NumberField
        {...field('fileGb')}
        label="文件空间上限"
        suffix="GB"
        hint="不填为不限；相同内容只计一次"
      />
      <NumberField {...field('exports')} label="每日导出上限" suffix="次" hint="不填为不限" />
    </FieldsDrawer>
  )
}
