import type { GalleryEntry } from '../../../gallery/entry.ts'
import { sentRequest } from './samples.ts'
import { RequestLines } from './RequestLines.tsx'

export default {
  title: '申请内容',
  group: '展示',
  states: {
    每种字段和明细: () => <RequestLines request={sentRequest} />,
    可选的没有填: () => (
      <RequestLines
        request={{ ...sentRequest, form: { place: '红柳沟', scope: 'near' }, shown: {}, files: {} }}
      />
    ),
  },
} satisfies GalleryEntry
