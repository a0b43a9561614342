import { formDefinition } from '@heliodesk/contract/form-fields.ts'
import type { OaRequest } from './RequestLines.tsx'

const shared = { required: true }

/** A form with a field of every kind; the basis is asked for outside of the city only. */
export const everyKind = formDefinition.parse({
  name: '外出审批',
  title: '{applicant}外出',
  fields: [
    { ...shared, kind: 'text', key: 'place', label: '目的地', max: 10, hint: '写到区县' },
    { kind: 'longText', key: 'about', label: '事由', max: 200 },
    { kind: 'number', key: 'distance', label: '里程', unit: '公里', decimals: 1, min: 0, max: 500 },
    { kind: 'money', key: 'advance', label: '预支', min: 0 },
    { kind: 'date', key: 'wanted', label: '用车日期' },
    {
      ...shared,
      kind: 'dateRange',
      key: 'period',
      label: '外出时间',
      from: { key: 'from', label: '开始日期' },
      until: { key: 'until', label: '结束日期' },
      days: { key: 'days', label: '天数' },
    },
    {
      ...shared,
      kind: 'choice',
      key: 'scope',
      label: '范围',
      options: [
        { value: 'near', label: '本市' },
        { value: 'far', label: '外地' },
      ],
    },
    { ...shared, kind: 'text', key: 'basis', label: '外出依据', when: 'scope = "far"' },
    { kind: 'person', key: 'companion', label: '同行人' },
    { kind: 'department', key: 'host', label: '接待部门' },
    { kind: 'station', key: 'station', label: '前往电站' },
    { kind: 'files', key: 'papers', label: '附件', max: 2 },
    {
      kind: 'table',
      key: 'costs',
      label: '费用预计',
      max: 3,
      columns: [
        { key: 'matter', label: '说明', kind: 'text', required: true },
        { key: 'amount', label: '金额', kind: 'money', required: true, unit: '元' },
        { key: 'sort', label: '类别', kind: 'choice', options: [{ value: 'road', label: '过路费' }] },
      ],
      sum: { column: 'amount', key: 'costsTotal', label: '合计' },
    },
  ],
})

/** It as it was sent. */
export const sentRequest: OaRequest = {
  id: '7',
  kind: 'outing',
  number: 'WC20261120001',
  title: '李沐阳外出',
  version: 1,
  definition: everyKind,
  form: {
    place: '红柳沟',
    distance: 86.5,
    advance: 1200,
    from: '2026-11-20',
    until: '2026-11-22',
    days: 3,
    scope: 'far',
    basis: '检修计划',
    companion: '12',
    costs: [
      { matter: '加油', amount: 300 },
      { matter: '高速', amount: 120.5, sort: 'road' },
    ],
    costsTotal: 420.5,
  },
  shown: { companion: '孙立诚' },
  files: {
    papers: [
      {
        uid: '5',
        name: '检修计划.pdf',
        fileName: '检修计划.pdf',
        pathName: 'request/plan.pdf',
        path: 'request/plan.pdf',
        url: '/no/such/plan.pdf',
        fileType: 'application/pdf',
        size: 2048,
        fileUrlThumbnail: null,
        fileUrlPreview: null,
      },
    ],
  },
  applicant: '李沐阳',
  department: '宁夏运维中心',
  createTime: '2026-11-20 08:00:00',
  processInstanceId: '31',
  status: 'running',
}
