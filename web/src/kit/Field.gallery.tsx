import { Input, InputNumber, Select } from 'antd'
import type { GalleryEntry } from '../../gallery/entry.ts'
import { Field } from './Field.tsx'

const types = ['集中式', '工商业分布式', '户用'].map((label) => ({ value: label, label }))

export default {
  title: '表单字段',
  group: '录入',
  states: {
    '普通、必填、提示': () => (
      <div className="fields">
        <Field label="电站名称">{(control) => <Input {...control} defaultValue="云岭一期" />}</Field>
        <Field label="业主" required>
          {(control) => <Input {...control} placeholder="请输入" />}
        </Field>
        <Field label="装机容量" hint="直流侧，精确到 0.1">
          {(control) => <InputNumber {...control} suffix="kWp" defaultValue={50_000} />}
        </Field>
        <Field label="电站类型">
          {(control) => <Select {...control} options={types} placeholder="请选择" />}
        </Field>
      </div>
    ),
    有错: () => (
      <div className="fields">
        <Field label="电站名称" required error="此项为必填项">
          {(control) => <Input {...control} />}
        </Field>
        <Field label="电站类型" required error="此项为必填项">
          {(control) => <Select {...control} options={types} placeholder="请选择" />}
        </Field>
      </div>
    ),
    标签只给读屏软件: () => (
      <Field label="查找电站" bare>
        {(control) => <Input {...control} placeholder="查找电站" />}
      </Field>
    ),
    占满一行: () => (
      <div className="fields">
        <Field label="地址" className="wide">
          {(control) => <Input {...control} defaultValue="宁夏回族自治区中卫市沙坡头区" />}
        </Field>
      </div>
    ),
    不能改: () => (
      <Field label="外部编号" hint="由导入带来，不能更改">
        {(control) => <Input {...control} disabled value="EXT-00017" />}
      </Field>
    ),
  },
} satisfies GalleryEntry
