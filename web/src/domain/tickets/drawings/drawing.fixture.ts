import type { ShownDrawing } from '@heliodesk/contract/ticket-drawings.ts'

const url = '/api/file/1.png'

/** A single-line diagram with marks of the first-kind ticket of the sheet. */
export const drawing = (given: Partial<ShownDrawing> = {}): ShownDrawing => ({
  path: 'ab/1.png',
  title: '7号箱变一次接线图',
  marks: [
    { x: 0.25, y: 0.5, kind: 'isolated', of: 'isolate', text: '拉开 7 号箱变高压负荷开关 371' },
    { x: 0.6, y: 0.4, kind: 'earth', of: 'earth', text: '在高压熔断器两侧各装设接地线一组' },
    { x: 0.8, y: 0.1, kind: 'live', of: null, text: '35kV 集电线路' },
  ],
  file: {
    uid: '9',
    name: '接线图.png',
    fileName: '接线图.png',
    pathName: 'ab/1.png',
    path: 'ab/1.png',
    fileType: 'image/png',
    size: 1200,
    url,
    fileUrlThumbnail: url,
    fileUrlPreview: url,
  },
  ...given,
})
