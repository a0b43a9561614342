import type { ShownFile } from '../src/kit/FileTiles.tsx'

/** The address of a drawn picture with a number on it. */
export const drawnPicture = (colour: string, text = '', [width, height] = [1200, 900]): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${colour}"/><path d="M0 ${height}L${width / 2} ${height / 3}L${width} ${height}z" fill="#0003"/><text x="50%" y="55%" font-family="sans-serif" font-size="${height / 5}" text-anchor="middle" fill="#fff">${text}</text></svg>`,
  )}`

/** A stored file as it is shown, with this address for all of its pictures. */
export const shownFile = (name: string, url: string, fileType = 'image/png'): ShownFile => ({
  uid: name,
  name,
  path: `ab/${name}`,
  url,
  fileType,
  size: 345_678,
  fileUrlThumbnail: fileType.startsWith('image/') ? url : null,
  fileUrlPreview: fileType.startsWith('image/') ? url : null,
})
